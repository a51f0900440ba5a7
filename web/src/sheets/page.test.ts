import { expect, test } from "vitest";
import { pageOf } from "./page";

test("a sheet is one page with its name, its styles and what is written on it", () => {
  const page = pageOf('Ann & "Bo" <x>', "en", "article{color:#000}</style>", "<article>Fit 3</article>", 0.5);
  expect(page.startsWith("<!doctype html>")).toBe(true);
  expect(page).toContain("<title>Ann &#38; &#34;Bo&#34; &#60;x&#62;</title>");
  expect(page.match(/<\/style>/g)).toHaveLength(1); // no style ends the styles
  expect(page).toContain('<body style="--paper-zoom:0.50"><main><article>Fit 3</article></main></body>');
});
