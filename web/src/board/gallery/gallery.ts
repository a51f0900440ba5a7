/** The gallery by itself, for bench/page.py: `gallery.html?scene=crowded`. */
import { mount } from "svelte";
import "../../look/page.css";
import "../../look/tokens.css";
import "../../look/type.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("page")! });
