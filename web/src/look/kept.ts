/** What this browser remembers, or only this tab. Where storage is withheld it holds until the page is closed. */

export type Where = "browser" | "tab";

const memory = new Map<string, string>();
const storeOf = (where: Where): Storage => (where === "tab" ? sessionStorage : localStorage);

export function kept(name: string, where: Where = "browser"): string | null {
  try {
    return storeOf(where).getItem(`ludex.${name}`);
  } catch {
    return memory.get(`${where} ${name}`) ?? null;
  }
}

/** Remembers it; nothing: forgets it. */
export function keep(name: string, value: string | null, where: Where = "browser"): void {
  try {
    if (value === null) storeOf(where).removeItem(`ludex.${name}`);
    else storeOf(where).setItem(`ludex.${name}`, value);
  } catch {
    if (value === null) memory.delete(`${where} ${name}`);
    else memory.set(`${where} ${name}`, value);
  }
}
