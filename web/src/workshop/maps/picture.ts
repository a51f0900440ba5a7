/** The picture that a map of another program brings along, as a file: the server reads no more of it than its size. */

const KINDS: [string, string][] = [
  ["iVBOR", "image/png"],
  ["/9j/", "image/jpeg"],
  ["UklGR", "image/webp"],
];

/** Nothing where the file has none that a browser shows. */
export async function pictureIn(file: File, name: string): Promise<File | null> {
  const told = await file.text().then(parsed, () => null);
  const image = (told as { image?: unknown } | null)?.image;
  if (typeof image !== "string" || !image) return null;
  const data = image.slice(image.indexOf("base64,") < 0 ? 0 : image.indexOf("base64,") + 7).trim();
  const kind = KINDS.find(([head]) => data.startsWith(head))?.[1];
  if (!kind) return null;
  try {
    return new File([bytesOf(data)], name, { type: kind });
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  const letters = atob(data);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
