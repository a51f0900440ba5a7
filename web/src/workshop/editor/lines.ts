/** Where a line of a text begins; the first is 1. */
export function lineStart(text: string, line: number): number {
  return text.split("\n").slice(0, Math.max(0, line - 1)).reduce((sum, one) => sum + one.length + 1, 0);
}
