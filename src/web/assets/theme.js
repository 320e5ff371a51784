// Runs before the first paint, so that the page does not flash in the wrong colours.
(function () {
    let choice = null;
    try {
        choice = localStorage.getItem("theme");
    } catch {
        // Storage may be forbidden; the system's preference then holds.
    }
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.dataset.theme =
        choice === "dark" || choice === "light" ? choice : system;
})();
