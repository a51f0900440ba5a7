/** The parts of a dial of radius 11, clockwise from the top. */
export function sectors(parts: number): string[] {
  const at = (part: number) => {
    const turn = (2 * Math.PI * part) / parts;
    return `${(11 * Math.sin(turn)).toFixed(2)} ${(-11 * Math.cos(turn)).toFixed(2)}`;
  };
  return Array.from({ length: parts }, (_, part) => `M0 0L${at(part)}A11 11 0 0 1 ${at(part + 1)}Z`);
}
