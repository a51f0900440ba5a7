/** What an entry was begun from: a comment above it in its file, so that it goes wherever the pack goes. */

const LINE = /^# begun from ([\w-]+)\n?/m;

export const originIn = (text: string): string => LINE.exec(text)?.[1] ?? "";

/** The text of a copy; of what the other one was begun from nothing is said any more. */
export const begunFrom = (text: string, origin: string): string => (origin ? `# begun from ${origin}\n${text.replace(LINE, "")}` : text);
