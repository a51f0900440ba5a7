/** A sheet as one HTML file that needs nothing else, and prints well: what is written on it, with the styles and pictures that
 * it is drawn with. */

const BUTTON = /(^|[\s,>+~(])button\b/g; // in a selector
const AWAY = "button, input, select, .line, .foot, .whole"; // what can only be pressed
const HEAD = "@page{size:A4;margin:11mm}body{margin:0;background:#fff;color:#000}main{max-width:1000px;margin:0 auto}article *{cursor:auto!important}@media print{article{zoom:var(--paper-zoom,.74)}}";
/** Ink on white, whatever the page was drawn in. */
const PAPER =
  "article{--page:#fff;--leaf:#fff;--raised:#fff;--rule:#ccc;--rule-strong:#777;--ink:#000;--ink-2:#333;--ink-3:#555;--ally:#1f5b8a;--ember:#a83a1c;--gold:#80530a;--moss:#46652a;color:#000;background:#fff}";

/** The whole file. `zoom` is how large it fits on a page of paper. */
export async function sheetPage(article: HTMLElement, title: string, zoom: number): Promise<string> {
  const copy = article.cloneNode(true) as HTMLElement;
  await withPictures(copy);
  for (const button of copy.querySelectorAll<HTMLElement>("[data-spot]")) button.replaceWith(asText(button));
  for (const one of copy.querySelectorAll(AWAY)) one.remove();
  const rules = [...document.styleSheets].flatMap((sheet) => used([...sheet.cssRules], article));
  return pageOf(title, document.documentElement.lang || "en", [...rules, HEAD, PAPER].join("\n"), copy.outerHTML, zoom);
}

export function pageOf(title: string, lang: string, style: string, body: string, zoom: number): string {
  const safe = title.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return `<!doctype html>
<html lang="${lang}" data-theme="day">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe}</title>
<style>${style.replaceAll("</", "<\\/")}</style></head>
<body style="--paper-zoom:${zoom.toFixed(2)}"><main>${body}</main></body>
</html>
`;
}

/** A place of a tray, as it is read. */
function asText(place: HTMLElement): HTMLElement {
  const text = document.createElement("div");
  text.className = `${place.className} placed`;
  text.append(...place.childNodes);
  return text;
}

/** The rules by which something of it is drawn, or that say what colours and fonts there are. */
function used(rules: readonly CSSRule[], article: HTMLElement): string[] {
  return rules.flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return concerns(rule.selectorText, article) ? [`${rule.selectorText.replace(BUTTON, "$1.placed")}{${rule.style.cssText}}`] : [];
    if (rule instanceof CSSMediaRule) {
      const inside = used([...rule.cssRules], article);
      return inside.length ? [`@media ${rule.conditionText}{${inside.join("\n")}}`] : [];
    }
    return [];
  });
}

function concerns(selector: string, article: HTMLElement): boolean {
  if (/:root|^html|^body|^\*/.test(selector) && !/dialog/.test(selector)) return true;
  try {
    const plain = selector.replace(/::?(before|after|placeholder|backdrop|marker|first-letter|selection)/g, "");
    return article.matches(plain) || article.querySelector(plain) !== null;
  } catch {
    return false; // of a kind that another browser knows
  }
}

/** Pictures come along in the file; one that cannot be had is left out. */
async function withPictures(copy: HTMLElement): Promise<void> {
  for (const image of copy.querySelectorAll("img, image")) {
    const name = image.hasAttribute("href") ? "href" : "src";
    const address = image.getAttribute(name) ?? "";
    if (address.startsWith("data:")) continue;
    const data = await fetch(address).then(async (found) => (found.ok ? asData(await found.blob()) : ""), () => "");
    if (data) image.setAttribute(name, data);
    else image.remove();
  }
}

function asData(picture: Blob): Promise<string> {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => done("");
    reader.readAsDataURL(picture);
  });
}
