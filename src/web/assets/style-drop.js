// Discs that fall behind a plate with holes.
import { svg } from "./dom.js";
import { UNIT } from "./geometry.js";

const HOLE = 19;

function backdrop(g) {
    return svg`
        <rect class="plate-back" x="2" y="2" width=${g.width - 4} height=${g.height - 4}
            rx=${2 * g.corner}/>`;
}

function front(g) {
    const holes = [];
    for (let r = 0; r < g.rows; r++) {
        for (let c = 0; c < g.columns; c++) {
            const [x, y] = [g.x(c), g.y(r)];
            holes.push(
                `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0` +
                    `a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`,
            );
        }
    }
    const [w, h, r] = [g.width, g.height, 2 * g.corner];
    const outline =
        `M${r} 0H${w - r}a${r} ${r} 0 0 1 ${r} ${r}V${h - r}a${r} ${r} 0 0 1 ${-r} ${r}` +
        `H${r}a${r} ${r} 0 0 1 ${-r} ${-r}V${r}a${r} ${r} 0 0 1 ${r} ${-r}z`;
    return svg`
        <defs>
            <linearGradient id="plate" x2="0" y2="1">
                <stop offset="0" class="plate-light"/>
                <stop offset="1" class="plate-dark"/>
            </linearGradient>
        </defs>
        <path fill="url(#plate)" fill-rule="evenodd" d=${outline + holes.join("")}/>
        <path class="plate-rings" d=${holes.join("")}/>`;
}

// Besides their colours, the sides differ by the pattern pressed into the disc.
function piece(player) {
    return svg`
        <circle class="face" r=${UNIT / 2 - 3}/>
        <circle class="press" r="13.5"/>
        <circle class=${player === 1 ? "press-fill" : "press"} r=${player === 1 ? 5 : 8}/>`;
}

export const drop = {
    backdrop,
    front,
    piece,
    labels: { bottom: true },
    enter: "fall",
    change: "swap",
    wholeColumns: true,
};
