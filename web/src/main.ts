import { mount } from "svelte";
import App from "./App.svelte";
import "./look/motion.svelte";
import "./look/tokens.css";
import "./look/type.css";
import "./look/page.css";

mount(App, { target: document.getElementById("page") as HTMLElement });
