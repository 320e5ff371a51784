// Two-sided discs on green felt in a dark frame. Colours of a game that is not black and white come
// as classes on the pieces.
import { svg } from "./dom.js";
import { UNIT } from "./geometry.js";

function backdrop(g) {
    const m = g.margin;
    const width = g.columns * UNIT;
    const height = g.rows * UNIT;
    const lines = [];
    for (let c = 0; c <= g.columns; c++) lines.push(`M${m + c * UNIT} ${m}v${height}`);
    for (let r = 0; r <= g.rows; r++) lines.push(`M${m} ${m + r * UNIT}h${width}`);
    const dots = [];
    if (g.rows >= 8 && g.columns >= 8) {
        for (const r of [2, g.rows - 2]) {
            for (const c of [2, g.columns - 2]) {
                dots.push(svg`<circle cx=${m + c * UNIT} cy=${m + r * UNIT} r="4"/>`);
            }
        }
    }
    return svg`
        <defs>
            <radialGradient id="felt" cx="40%" cy="35%" r="85%">
                <stop offset="0" class="felt-light"/>
                <stop offset="1" class="felt-dark"/>
            </radialGradient>
        </defs>
        <rect class="frame" width=${g.width} height=${g.height} rx=${g.corner}/>
        <rect x=${m} y=${m} width=${width} height=${height} fill="url(#felt)"/>
        <path class="felt-lines" d=${lines.join("")}/>
        <g class="felt-dots">${dots}</g>`;
}

function piece() {
    return svg`
        <circle class="shade" cx="1.5" cy="2.5" r="19.5"/>
        <circle class="rim" r="19.5"/>
        <circle class="face" r="18"/>
        <ellipse class="gloss" cx="-5" cy="-7.5" rx="8.5" ry="5.5" transform="rotate(-30)"/>`;
}

export const discs = {
    backdrop,
    piece,
    labels: { top: true, left: true },
    enter: "pop",
    change: "flip",
    showLegal: true,
};
