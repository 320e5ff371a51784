// The address after `#`: which view, and a game that POST /api/sessions can make again.

const OPTION = "o-";

export function read() {
    const words = new URLSearchParams(location.hash.slice(1));
    const view = words.get("view");
    if (!words.get("game")) return { view, request: null };
    const request = { game: words.get("game") };
    const options = {};
    for (const [key, value] of words) {
        if (key.startsWith(OPTION)) options[key.slice(OPTION.length)] = value;
    }
    if (Object.keys(options).length) request.options = options;
    if (words.get("start")) request.position = words.get("start");
    if (words.get("moves")) request.moves = words.get("moves").replaceAll("_", " ");
    if (words.get("players")) request.players = words.get("players").split("~");
    const ply = words.get("ply");
    if (ply !== null && /^\d+$/.test(ply)) request.ply = Number(ply);
    return { view, request };
}

// `game` tells the defaults, which are left out.
export function write(view, state, game) {
    const words = new URLSearchParams();
    if (view !== "play") words.set("view", view);
    words.set("game", state.game);
    for (const option of game.options) {
        const value = state.options[option.name];
        if (value !== undefined && String(value) !== option.default) {
            words.set(OPTION + option.name, value);
        }
    }
    if (state.start) words.set("start", state.start);
    const moves = state.history.map((move) => move.move);
    if (moves.length) words.set("moves", moves.join("_"));
    if (state.ply !== state.plies) words.set("ply", state.ply);
    words.set("players", state.players.join("~"));
    return `#${words}`;
}
