/** A text that is taken home as a file. */

export function saved(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\p{L}\d._-]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
