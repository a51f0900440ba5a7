export const coach = {
  title: "First evening",
  dismiss: "Got it",
  stop: "No more notes",
  start: "Notes for beginners",
  failed: "The notes for a first evening did not come.",
  area: "A note for your first evening",
};
