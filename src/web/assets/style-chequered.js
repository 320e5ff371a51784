// Pieces on light and dark squares.
import { svg } from "./dom.js";
import { discs } from "./style-discs.js";
import { UNIT } from "./geometry.js";

function backdrop(g) {
    const m = g.margin;
    const squares = [];
    for (let r = 0; r < g.rows; r++) {
        for (let c = (g.rows - 1 - r) % 2; c < g.columns; c += 2) {
            squares.push(`M${m + c * UNIT} ${m + r * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`);
        }
    }
    return svg`
        <rect class="frame" width=${g.width} height=${g.height} rx=${g.corner}/>
        <rect class="light-squares" x=${m} y=${m} width=${g.columns * UNIT} height=${g.rows * UNIT}/>
        <path class="dark-squares" d=${squares.join("")}/>`;
}

export const chequered = {
    ...discs,
    backdrop,
    labels: { bottom: true, left: true },
    change: "swap",
};
