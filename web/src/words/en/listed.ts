/** `Vhor`, `Vhor and Tahra`, `Vhor, Tahra and Onuri`. */
export const listed = (names: readonly string[]): string => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));

/** Names as they stand within a sentence: `the party`, `Ann, the machine`. */
export const within = (names: string): string => names.replace(/(^|, )The /g, "$1the ");

/** What a machine is called that has a seat. */
export const THE_MACHINE = "The machine";
