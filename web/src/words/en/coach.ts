export const coach = {
  title: "First evening",
  dismiss: "Got it",
  stop: "No more notes",
  start: "Notes for beginners",
  area: "A note for your first evening",
};
