/** A chance as the server tells it, exactly: "3/5". */

export function chanceOf(told: string): number {
  const [over = "0", under = "1"] = told.split("/");
  return Number(over) / Number(under);
}

/** A fraction that people can read; nothing where its numbers are too long. */
export function fraction(told: string): string {
  const [over = "", under = ""] = told.split("/");
  return under && under.length <= 6 ? `${over} in ${under}` : "";
}
