/** All words of the page, in the language that is spoken here. Another language is another catalogue of the same shape. */

export { words } from "./en";
