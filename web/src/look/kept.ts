/** Small choices that this browser remembers. Where storage is withheld they hold until the page is closed. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`ludex.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`ludex.${name}`, value);
  } catch {
    // it holds until the page is closed
  }
}
