// Numbers as people read them, and chances as colours: orange is lost, blue is won, which all kinds
// of colour blindness tell apart.

const LOST = [213, 94, 0];
const EVEN = [214, 208, 196];
const WON = [0, 114, 178];

// From 0 (orange) to 1 (blue).
function mix(share) {
    const [from, to, part] = share < 0.5 ? [LOST, EVEN, 2 * share] : [EVEN, WON, 2 * share - 1];
    const mixed = from.map((channel, i) => Math.round(channel + (to[i] - channel) * part));
    return `rgb(${mixed.join(" ")})`;
}

// Where most chances are near one half, as with Monte Carlo, small differences must show too: the
// scale is steeper there.
const steepened = (chance) => 0.5 + 0.5 * Math.sign(chance - 0.5) * Math.abs(2 * chance - 1) ** 0.6;

export const chanceColour = (chance) => mix(steepened(chance));

// Whether dark text reads better on the colour of a chance.
export const isPale = (chance) => Math.abs(steepened(chance) - 0.5) < 0.3;

// What a move loses against the best one; a sixth of a game or more is plainly bad.
export const lossColour = (loss) => mix(1 - Math.min(1, 6 * loss));

const UNITS = ["", "k", "M", "G", "T"];

// 1234567 as "1.23 M".
export function count(number) {
    let unit = 0;
    while (number >= 1000 && unit < UNITS.length - 1) {
        number /= 1000;
        unit++;
    }
    if (!unit) return String(Math.round(number));
    return `${number.toPrecision(3)} ${UNITS[unit]}`;
}

export function seconds(value) {
    if (value < 1e-6) return `${(value * 1e9).toFixed(0)} ns`;
    if (value < 1e-3) return `${(value * 1e6).toPrecision(3)} µs`;
    if (value < 1) return `${(value * 1e3).toPrecision(3)} ms`;
    if (value < 60) return `${value.toPrecision(3)} s`;
    return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)} %`;

// A score as it is shown first, and what stands small beside it. A heuristic's opinion is told as a
// chance, as on the board, with its own number beside it if that has a unit (discs). Where it has
// none the number would tell a player nothing; that it is a bound is then told with the chance.
export function scoreTexts(score) {
    if (score.kind !== "eval") return [score.text, ""];
    if (score.unit) return [percent(score.chance), score.text];
    const sign = { "at most": "≤ ", "at least": "≥ " }[score.bound] ?? "";
    return [sign + percent(score.chance), ""];
}

// About `wanted` round numbers that cover an axis from `low` to `high`.
export function ticks(low, high, wanted = 6) {
    const raw = (high - low) / Math.max(1, wanted);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? raw;
    const list = [];
    for (let t = Math.ceil(low / step) * step; t <= high + step / 1e6; t += step) {
        list.push(Math.abs(t) < step / 1e6 ? 0 : t);
    }
    return list;
}

// A score in words: who wins and when, or how likely. It is in the view of player `turn`.
export function scoreWords(score, game, turn) {
    if (!score) return "not known";
    const name = (mine) => game.players[mine ? turn : 1 - turn];
    if (score.kind === "outcome") {
        if (!score.value) return "a draw";
        const soon = score.plies > 0 ? ` in ${score.plies} ${score.plies === 1 ? "move" : "plies"}` : "";
        return `${name(score.value > 0)} wins${soon}`;
    }
    if (score.kind === "points") return `${name(score.value >= 0)} by ${score.text.replace(/^[-+−]/, "")}`;
    return `${name(true)} wins ${percent(score.chance)} of such games`;
}
