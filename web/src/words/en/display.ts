export const display = {
  title: "Display",
  noSeat: "You have no spectator's seat at this table in this browser.",
  noSeatWords: "Open the link of a spectator's seat here, and come back to this page.",
  master: "You are the game master here: the display would show what only you know.",
  masterWords: "Take a spectator's seat for it. It sees what everybody may see, and has nothing to press.",
  take: "Take a spectator's seat for the display",
  seatName: "Display",
  noScene: "No scene is on the table.",
  over: "The scene is over.",
  record: "The record",
  handed: "Shown to all",
};
