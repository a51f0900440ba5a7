import { createHash } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Letters that people hardly write: their fonts are left out, since a replay is to be small. The system draws them. */
const RARE_LETTERS = /@font-face\{[^}]*unicode-range:U\+100-2BA[^}]*\}/gi;

/** All in one file: nothing is asked of anybody, and nothing but this very script is ever run. */
const inOneFile: Plugin = {
  name: "in-one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["replay.html"];
    if (page?.type !== "asset") throw new Error("there is no page");
    let script = "";
    let style = "";
    for (const [name, part] of Object.entries(bundle)) {
      if (part === page) continue;
      if (part.type === "chunk") script += part.code;
      else if (name.endsWith(".css")) style += String(part.source).replace(RARE_LETTERS, "");
      else throw new Error(`${name} is not in the page`);
      delete bundle[name];
    }
    script = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
    const hash = createHash("sha256").update(script).digest("base64");
    const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'`;
    page.source = String(page.source)
      .replace(/\s*<link [^>]*stylesheet[^>]*>/g, "")
      .replace(/\s*<link [^>]*modulepreload[^>]*>/g, "")
      .replace(/\s*<script type="module"[^>]*><\/script>/, "")
      .replace('<meta charset="utf-8" />', () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
      .replace("</head>", () => `<style>${style.replaceAll("</style", "<\\/style")}</style>\n  </head>`)
      .replace("</body>", () => `<script type="module">${script}</script>\n  </body>`);
  },
};

// The page into which the server and `ludex replay` put the moments of a replay; beside the page that is served
export default defineConfig({
  plugins: [svelte(), inOneFile],
  publicDir: false,
  logLevel: "warn",
  build: {
    outDir: "../src/ludex/server/page",
    emptyOutDir: false,
    assetsInlineLimit: 10_000_000,
    cssCodeSplit: false,
    modulePreload: false,
    target: "es2022",
    rolldownOptions: { input: "replay.html", output: { codeSplitting: false }, checks: { pluginTimings: false } },
  },
});
