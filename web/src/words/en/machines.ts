/** Machines that play: how well they do, and in which style. Each has a name, and a sentence that says what it does. */

type Said = Record<string, [name: string, sentence: string]>;

const levels: Said = {
  beginner: ["beginner", "Knows the rules, and often does the first thing that comes to mind."],
  simple: ["fair", "Plays soundly, one turn at a time."],
  hard: ["hard", "Looks a few rounds ahead before each deed."],
  merciless: ["merciless", "Looks ahead for up to a second before each deed."],
  always_attack: ["all on attack", "Never keeps back what they could strike with."],
  search: ["looking ahead", "Looks a few rounds ahead before each deed."],
  random: ["by chance", "Does anything that is allowed."],
};

const styles: Said = {
  aggressive: ["aggressive", "They strike and press on, and never give up."],
  cautious: ["cautious", "They take care, and come no nearer when badly hurt."],
  cowardly: ["cowardly", "They run once half their health is gone, and yield where they cannot."],
  protective: ["protective", "They look after their own, and go for who struck one of them."],
  beast: ["like a beast", "They go for the weakest, and run when badly hurt."],
  disciplined: ["disciplined", "They finish what they have begun, and never give up."],
  vengeful: ["vengeful", "They strike back at whoever struck them last."],
};

const nameOf = (said: Said, id: string) => said[id]?.[0] ?? id.replaceAll("_", " ");

export const machines = {
  levels,
  styles,
  style: "In which style",
  ownStyle: "as they are",
  ownStyleWords: "Some have a style of their own.",
  level: (level: string) => nameOf(levels, level),
  called: (level: string, style: string) => (style ? `${nameOf(levels, level)}, ${nameOf(styles, style)}` : nameOf(levels, level)),
};
