/** A file is given to the browser to keep. */
export function saved(name: string, data: Blob): void {
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A text, under a name that every system takes. */
export function savedText(name: string, text: string, type = "text/plain"): void {
  saved(name.replace(/[^\p{L}\d._-]+/gu, "-"), new Blob([text], { type: `${type};charset=utf-8` }));
}
