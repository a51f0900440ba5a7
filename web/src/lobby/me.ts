/** The name that somebody last gave here, so that they need not type it again. */

const KEY = "ludex.name";

export function myName(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function rememberMe(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // where storage is withheld it is typed again
  }
}
