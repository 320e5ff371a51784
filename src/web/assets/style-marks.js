// Crosses and noughts, drawn as with a pen.
import { svg } from "./dom.js";
import { UNIT } from "./geometry.js";

function backdrop(g) {
    const m = g.margin;
    const lines = [];
    const inset = 4;
    for (let c = 1; c < g.columns; c++) {
        lines.push(`M${m + c * UNIT} ${m + inset}v${g.rows * UNIT - 2 * inset}`);
    }
    for (let r = 1; r < g.rows; r++) {
        lines.push(`M${m + inset} ${m + r * UNIT}h${g.columns * UNIT - 2 * inset}`);
    }
    return svg`
        <rect class="paper" width=${g.width} height=${g.height} rx=${g.corner}/>
        <path class="paper-lines" d=${lines.join("")}/>`;
}

function piece(player) {
    return player === 0
        ? svg`<path class="pen" pathLength="1" d="M-12 -12L12 12M12 -12L-12 12"/>`
        : svg`<circle class="pen" pathLength="1" r="13" transform="rotate(-90)"/>`;
}

export const marks = {
    backdrop,
    piece,
    labels: { bottom: true, left: true },
    enter: "draw",
    change: "swap",
};
