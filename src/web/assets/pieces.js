// What pieces and boards look like and are called: the styles, colours, names and pictures of sides.
import { html, svg } from "./dom.js";
import { Geometry } from "./geometry.js";
import { chequered } from "./style-chequered.js";
import { discs } from "./style-discs.js";
import { drop } from "./style-drop.js";
import { hexes } from "./style-hexes.js";
import { marks } from "./style-marks.js";
import { stones } from "./style-stones.js";

export const STYLES = { chequered, discs, drop, marks, stones, hexes };

// Cells are numbers: 0 is empty, odd ones are the first player's, even ones the second's; 1 and 2
// are the first kind of piece, 3 and 4 the next.
export const playerOf = (cell) => (cell - 1) % 2;
export const kindOf = (cell) => Math.floor((cell - 1) / 2);

// What a cell holds, in words.
export function cellName(game, cell) {
    if (!cell) return "empty";
    const piece = game.pieces[kindOf(cell)]?.name;
    return game.players[playerOf(cell)] + (piece ? ` ${piece}` : "");
}

// The sign of a kind of piece, which is written on its disc.
export function signOf(game, kind) {
    const text = game.pieces[kind]?.symbol;
    return text ? svg`<text class="sign" y="8.5" font-size="25">${text}</text>` : null;
}

export function geometryOf(styleName, board) {
    const Kind = STYLES[styleName]?.Geometry ?? Geometry;
    return new Kind(board.rows, board.columns);
}

const TINTS = ["black", "white", "red", "yellow", "blue", "green", "orange", "purple", "brown"];

// Sides are mostly called by their colours. Crosses and noughts have the colours of their style.
export function tintsOf(game) {
    return game.players.map((name, player) => {
        const word = name.toLowerCase();
        if (TINTS.includes(word)) return word;
        return game.style === "marks" ? ["red", "blue"][player] : ["black", "white"][player];
    });
}

// A small picture of a side's piece, for lists and headings.
export function badge(game, player, kind = 0) {
    const style = STYLES[game.style] ?? discs;
    const flat = style === marks ? marks.piece(player) : svg`<circle class="face" r="20"/>`;
    return html`
        <svg class="badge piece style-${game.style} tint-${tintsOf(game)[player]} p${player}"
            viewBox="-24 -24 48 48" aria-hidden="true">${flat}${signOf(game, kind)}</svg>`;
}
