/** Files that are put into a pack. */

/** Under which name a file of text stands in a pack: scenes lie together, and a character's file is no scene. */
export function inPack(name: string, text: string): string {
  const says = (field: string) => new RegExp(`^${field}\\s*=`, "m").test(text);
  return name !== "pack.toml" && says("game") && !says("ludex_character") ? `scenes/${name}` : name;
}
