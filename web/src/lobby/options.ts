/** `opt_plating_round_up` as people read it. */
export function optionName(name: string): string {
  const words = name.replace(/^opt_/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
