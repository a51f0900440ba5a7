// The search, and night or day. The index is a script, not data: from a disk a page may load nothing else.
(function () {
  "use strict";
  var MOST = 30;
  var NEAR = 110; // letters that are shown around what was found
  // What a word is worth in each of the fields, whole or as a beginning
  var WHOLE = [8, 7, 2, 1];
  var BEGUN = [5, 4, 1, 0.5];
  var me = document.currentScript;
  var root = me.dataset.index.replace(/index\.js$/, "");
  var field = document.getElementById("site-search");
  var list = document.getElementById("site-found");
  var status = document.querySelector("form[role=search] [role=status]");
  var entries = null;
  var asked = false;

  window.ludexIndex = function (found) {
    entries = found;
    look();
  };

  function load() {
    if (asked) return;
    asked = true;
    var script = document.createElement("script");
    script.src = me.dataset.index;
    document.head.append(script);
  }

  /** A word is found where a word begins, in the singular and the plural; `whole` says whether it ends there, too. */
  function pattern(word) {
    var stem = word.replace(/(?<=...)(?:ies|(?<=s|x|ch|sh)es|(?<![sui])s)$/iu, "");
    var begins = "(?<![\\p{L}\\p{N}])" + stem.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return { begins: new RegExp(begins, "iu"), whole: new RegExp(begins + "(?:y|ies|e?s)?(?![\\p{L}\\p{N}])", "iu") };
  }

  /** The title; the name of the page, for what stands at its top; on which page it stands and where; the words. */
  function fields(entry) {
    var at = entry[1].replace(/^.*\//, "").split(".html#");
    return [entry[0], entry[2] ? "" : at[0], entry[2] + " " + at.join(" "), entry[3]];
  }

  /** All words are in it. What bears them in its title comes first, and the words as they are before their beginnings. */
  function search(words) {
    var patterns = words.map(pattern);
    return entries
      .map(function (entry, place) {
        var texts = fields(entry);
        var worth = patterns.map(function (each) {
          return texts.reduce(function (sum, text, field) {
            return sum + (each.whole.test(text) ? WHOLE[field] : each.begins.test(text) ? BEGUN[field] : 0);
          }, 0);
        });
        if (worth.includes(0)) return null;
        var begins = entry[0].search(patterns[0].begins) === 0 ? 1 : 0;
        return { entry: entry, worth: worth.reduce((sum, each) => sum + each, begins), place: place };
      })
      .filter(Boolean)
      .sort((a, b) => b.worth - a.worth || a.place - b.place)
      .map((hit) => ({ entry: hit.entry, near: near(hit.entry[3], patterns) }));
  }

  function near(text, patterns) {
    var at = patterns.map((pattern) => text.search(pattern.begins)).find((place) => place >= 0) ?? 0;
    var start = at > NEAR / 3 ? text.lastIndexOf(" ", at - NEAR / 3) + 1 : 0;
    return (start ? "… " : "") + text.slice(start, start + NEAR) + (start + NEAR < text.length ? " …" : "");
  }

  function item(hit) {
    var line = document.createElement("li");
    var link = document.createElement("a");
    var where = document.createElement("i");
    var words = document.createElement("small");
    link.href = root + hit.entry[1];
    link.textContent = hit.entry[0];
    where.textContent = hit.entry[2];
    words.textContent = hit.near;
    line.append(link, " ", where, words);
    return line;
  }

  function look() {
    var words = field.value.split(/\s+/).filter(Boolean);
    if (!entries || !words.length) {
      list.hidden = true;
      return;
    }
    var hits = search(words);
    list.replaceChildren(...hits.slice(0, MOST).map(item));
    list.hidden = !hits.length;
    status.textContent = hits.length === 1 ? "1 place found" : hits.length + " places found";
  }

  field.addEventListener("focus", load);
  field.addEventListener("input", function () {
    load();
    look();
  });
  field.form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = list.querySelector("a");
    if (first && !list.hidden) location.href = first.href;
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape") {
      list.hidden = true;
    }
  });
  list.addEventListener("click", function () {
    list.hidden = true;
  });

  var night = document.querySelector("button.night");
  function shown() {
    night.setAttribute("aria-pressed", String(document.documentElement.dataset.theme === "night"));
  }
  var chosen = false;
  try {
    chosen = Boolean(localStorage.getItem("ludex.theme"));
  } catch (fault) {
    // without storage the system decides
  }
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", function (system) {
    if (!chosen) document.documentElement.dataset.theme = system.matches ? "day" : "night";
    shown();
  });
  night.addEventListener("click", function () {
    var theme = document.documentElement.dataset.theme === "night" ? "day" : "night";
    document.documentElement.dataset.theme = theme;
    chosen = true;
    try {
      localStorage.setItem("ludex.theme", theme);
    } catch (fault) {
      // without storage it holds for this page
    }
    shown();
  });
  shown();
})();
