import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The gallery of boards by itself, for bench/page.py; no part of the page that is shipped
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  build: { rollupOptions: { input: "gallery.html" }, target: "es2022" },
});
