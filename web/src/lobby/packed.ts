/** Packs among files of which text is wanted. */

/** Is it a pack, by its name or its first letters? A pack is packed as a whole, and no text. */
export const isPack = (name: string, text: string): boolean => /\.ludex$/i.test(name) || text.startsWith("PK\u0003\u0004");
