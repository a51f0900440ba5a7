/** What the pieces of single games say. */
export const games = {
  throws: (dice: string, bonus: number, squares: number) => `Total of ${dice}${bonus ? ` ${bonus > 0 ? "+" : "−"} ${Math.abs(bonus)}` : ""}. Each square is one of ${squares} throws.`,
  party: "The party",
  body: "Damage reduction",
  results: "What each throw comes to",
};
