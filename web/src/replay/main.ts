import { mount } from "svelte";
import "../look/motion.svelte";
import "../look/theme.svelte";
import "../look/tokens.css";
import "../look/type.css";
import "../look/page.css";
import ReplayPage from "./ReplayPage.svelte";

mount(ReplayPage, { target: document.getElementById("page") as HTMLElement, props: { packed: document.getElementById("replay")?.textContent ?? "" } });
