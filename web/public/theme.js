// Before anything is drawn: night or day, as it was chosen here or as the system has it.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem("ludex.theme");
  } catch (fault) {
    // without storage the system decides
  }
  var day = matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = kept === "night" || kept === "day" ? kept : day ? "day" : "night";
})();
