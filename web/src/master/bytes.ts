/** Bytes as people say them: 3.2 MB. */
const UNITS: [string, number][] = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
];

export function bytes(amount: number): string {
  const [unit, size] = UNITS.find(([, size]) => amount >= size) ?? ["bytes", 1];
  return `${Math.round((amount / size) * 10) / 10} ${unit}`;
}
