// Stones on the crossings of lines, on wood.
import { svg } from "./dom.js";
import { UNIT } from "./geometry.js";

// Star points by the custom of Go boards; smaller boards have their centre only.
export function starPoints(rows, columns) {
    if (rows !== columns || rows < 5) return [];
    const middle = (rows - 1) / 2;
    const points = [];
    if (rows >= 9) {
        const edge = rows >= 13 ? 3 : 2;
        const ends = [edge, rows - 1 - edge];
        for (const r of ends) for (const c of ends) points.push([r, c]);
        if (rows >= 19) {
            for (const e of ends) points.push([e, middle], [middle, e]);
        }
    }
    if (rows % 2) points.push([middle, middle]);
    return points;
}

// Long, almost parallel curves; the same for every board of one size.
function grain(g) {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const paths = [];
    for (let y = -0.1 * g.height; y < 1.1 * g.height; y += (0.008 + 0.022 * random()) * g.height) {
        const bend = (random() - 0.5) * 0.07 * g.height;
        const tilt = (random() - 0.5) * 0.03 * g.height;
        const curve = `M0 ${y}Q${g.width / 3} ${y + bend} ${g.width / 2} ${y + tilt}`;
        paths.push(svg`
            <path d="${curve}T${g.width} ${y - tilt}"
                stroke-width=${0.6 + (random() * g.width) / 200}
                opacity=${(0.25 + 0.75 * random()).toFixed(2)}/>`);
    }
    return paths;
}

function backdrop(g, tints) {
    const lines = [];
    for (let c = 0; c < g.columns; c++) lines.push(`M${g.x(c)} ${g.y(0)}V${g.y(g.rows - 1)}`);
    for (let r = 0; r < g.rows; r++) lines.push(`M${g.x(0)} ${g.y(r)}H${g.x(g.columns - 1)}`);
    const edge = `M${g.x(0)} ${g.y(0)}H${g.x(g.columns - 1)}V${g.y(g.rows - 1)}H${g.x(0)}z`;
    const stars = starPoints(g.rows, g.columns);
    return svg`
        <defs>
            <linearGradient id="wood" x2="1" y2="1">
                <stop offset="0" class="wood-light"/>
                <stop offset="1" class="wood-dark"/>
            </linearGradient>
            <clipPath id="wood-clip">
                <rect width=${g.width} height=${g.height} rx=${g.corner}/>
            </clipPath>
            ${tints.map((tint, player) => gradient(`stone-${player}`, tint))}
        </defs>
        <rect width=${g.width} height=${g.height} rx=${g.corner} fill="url(#wood)"/>
        <g class="grain" clip-path="url(#wood-clip)">${grain(g)}</g>
        <path class="wood-lines" d=${lines.join("")}/>
        <path class="wood-edge" d=${edge}/>
        <g class="stars">
            ${stars.map(([r, c]) => svg`<circle cx=${g.x(c)} cy=${g.y(r)} r="4.2"/>`)}
        </g>`;
}

function gradient(id, tint) {
    return svg`
        <radialGradient id=${id} class="tint-${tint}" cx="35%" cy="30%" r="75%">
            <stop offset="0" class="stone-light"/>
            <stop offset="0.6" class="stone-middle"/>
            <stop offset="1" class="stone-dark"/>
        </radialGradient>`;
}

function piece(player) {
    const r = UNIT / 2 - 1;
    return svg`
        <circle class="shade" cx="1.6" cy="2.6" r=${r}/>
        <circle class="stone" r=${r} fill="url(#stone-${player})"/>`;
}

export const stones = {
    backdrop,
    piece,
    labels: { left: true, bottom: true },
    enter: "pop",
    change: "swap",
};
