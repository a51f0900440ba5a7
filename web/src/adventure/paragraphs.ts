/** A text in paragraphs: empty lines part them, and where a line of its file ends says nothing. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.replace(/\s+/g, " ").trim())
    .filter(Boolean);
