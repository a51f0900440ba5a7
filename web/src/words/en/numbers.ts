/** Numbers as a book would print them. */
export const numbers = {
  /** Of a chance: 82, 7.5, 0.3. Never a rounded 0 or 100. */
  percent(value: number): string {
    const found = value * 100;
    if (found === 0 || found === 100) return String(found);
    if (found > 99.99) return ">99.99";
    if (found < 0.001) return "<0.001";
    const digits = found >= 99.95 ? 2 : found >= 0.1 ? 1 : 3;
    return found.toFixed(digits).replace(/\.0$/, "");
  },
  /** One digit after the point, where there is one. */
  decimal: (number: number): string => number.toFixed(1).replace(/\.0$/, ""),
  /** With the sign that is a minus, and no hyphen. */
  whole: (number: number): string => (number < 0 ? `−${-number}` : String(number)),
  /** A change: with its sign in any case. */
  signed: (number: number): string => (number > 0 ? `+${number}` : numbers.whole(number)),
  /** Of a place in a row: first, second, 11th. */
  nth(place: number): string {
    const spelled = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"][place - 1];
    if (spelled) return spelled;
    const ending = place % 100 > 10 && place % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
    return `${place}${ending}`;
  },
  /** How long something takes, as people say it. */
  lasting(seconds: number): string {
    if (seconds < 45) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`;
    const minutes = Math.round(seconds / 60);
    return minutes <= 1 ? "a minute" : `${minutes} minutes`;
  },
};
