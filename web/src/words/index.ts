/** All words of the page, in the language that is spoken here. Another language is another catalogue of the same shape. */

export * as words from "./en"; // by its parts, so that each screen loads the words that it says
