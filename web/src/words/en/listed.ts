/** `Vhor`, `Vhor and Tahra`, `Vhor, Tahra and Onuri`. */
export const listed = (names: readonly string[]): string => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));
