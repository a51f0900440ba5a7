/** When something was saved, as people say it. */

export function day(seconds: number, now: Date, today: string): string {
  const at = new Date(seconds * 1000);
  if (at.toDateString() === now.toDateString()) return today;
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return at.toLocaleDateString(undefined, { day: "numeric", month: "long", year });
}

/** With the time of day, which tells apart what was saved on the same one. */
export function moment(seconds: number, now: Date, today: string): string {
  const time = new Date(seconds * 1000).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return `${day(seconds, now, today)}, ${time}`;
}
