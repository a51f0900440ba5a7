// Pokémon Showdown's simulator with random choices: choices and battles per second of processor time, as one line of JSON.
// Usage: node showdown.js FORMAT SECONDS

const { Battle, Teams } = require("pokemon-showdown");

function choices(side) {
  const request = side.activeRequest;
  const bench = request.side.pokemon
    .map((pokemon, index) => ({ pokemon, slot: index + 1 }))
    .filter(({ pokemon }) => !pokemon.active && !pokemon.condition.endsWith(" fnt"))
    .map(({ slot }) => `switch ${slot}`);
  if (request.forceSwitch) return bench;
  const active = request.active[0];
  const moves = active.moves.map((move, index) => (move.disabled || move.pp === 0 ? "" : `move ${index + 1}`));
  return [...moves.filter(Boolean), ...(active.trapped ? [] : bench)];
}

function battle(format, seed) {
  const game = new Battle({ formatid: format, seed: [seed, 2, 3, 4] });
  game.setPlayer("p1", { name: "one", team: Teams.generate(format, { seed: [seed, 5, 6, 7] }) });
  game.setPlayer("p2", { name: "two", team: Teams.generate(format, { seed: [seed, 8, 9, 10] }) });
  let made = 0;
  while (!game.ended && game.turn < 1000) {
    for (const side of game.sides) {
      if (!side.activeRequest || side.activeRequest.wait || side.isChoiceDone()) continue;
      const open = choices(side);
      let chosen = false;
      while (open.length && !chosen) {
        const [pick] = open.splice(Math.floor(Math.random() * open.length), 1);
        chosen = side.choose(pick);
      }
      if (!chosen) side.choose("default");
      made++;
    }
    if (!game.allChoicesDone()) break;
    game.commitChoices();
  }
  return made;
}

const [format, seconds] = [process.argv[2], Number(process.argv[3])];
for (let seed = 1; seed <= 10; seed++) battle(format, seed); // warm up
const start = process.cpuUsage();
const elapsed = () => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};
let made = 0;
let battles = 0;
for (let seed = 11; elapsed() < seconds; seed++) {
  made += battle(format, seed);
  battles++;
}
const time = elapsed();
console.log(JSON.stringify({ choices: made / time, battles: battles / time }));
