import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server of `ludex serve --open`, to which the development page speaks
const server = process.env["LUDEX_SERVER"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, css }) => `s-${hash(css).slice(-5)}` } })], // short, since it stands beside each class
  build: {
    outDir: "../src/ludex/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // nothing comes from data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { checks: { pluginTimings: false } }, // how long it took is no warning
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true, changeOrigin: true } },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node", isolate: false, unstubGlobals: true },
});
