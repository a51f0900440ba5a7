export const turn = {
  round: "Round",
  order: "Order of turns",
  acting: "acting",
  acted: "has acted",
  yours: "Your turn",
  actions: "What you can do",
  groups: {
    meeting: "Meeting",
    attack: "Attacks",
    skill: "Powers and skills",
    move: "Moves",
    activity: "Activities",
    rest: "Rest",
    other: "Other",
    idle: "Waiting",
    passes: "End of turn",
    gives_up: "Giving up",
  },
  refused: (name: string, reason: string) => `${name}: ${reason}`,
  choose: "Choose",
  back: "Back",
  cancel: "Cancel",
  type: "In your own words",
  say: "Say so",
  commit: "Do it",
  again: "Tap again to do it",
  pickTarget: "Pick on the board or in the list",
  noOffers: "Nothing for you to do now.",
  asked: "The game master is asked whether this may be done.",
  odds: "Odds",
  chance: (value: number) => `${percent(value)} %`,
  working: "Working it out…",
  provoked: "as if all reacted",
  costs: (price: string) => `costs ${price}`,
  suggest: "Suggest",
};

/** As a book would print it: 82, 7.5, 0.3. */
export function percent(value: number): string {
  const found = value * 100;
  if (found === 0 || found === 100) return String(found);
  const digits = found >= 99.95 ? 2 : found >= 10 ? 1 : found >= 0.1 ? 1 : 3;
  return found.toFixed(digits).replace(/\.0$/, "");
}
