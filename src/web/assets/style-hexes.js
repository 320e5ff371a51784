// Discs on hexagons; each side's edges have its colour.
import { svg } from "./dom.js";
import { HexGeometry, SIDE, UNIT } from "./geometry.js";
import { discs } from "./style-discs.js";

const HALF = UNIT / 2;

// Corners of a hexagon around the origin, clockwise from the top.
const CORNERS = [
    [0, -SIDE],
    [HALF, -SIDE / 2],
    [HALF, SIDE / 2],
    [0, SIDE],
    [-HALF, SIDE / 2],
    [-HALF, -SIDE / 2],
];

const HEXAGON = `M${CORNERS.map((corner) => corner.join(" ")).join("L")}z`;

// The border of a cell from one corner on, over the next two.
function border(g, cell, from, count) {
    const [x, y] = g.centre(cell);
    const points = Array.from({ length: count }, (_, i) => CORNERS[(from + i) % 6]);
    return `M${points.map(([a, b]) => `${x + a} ${y + b}`).join("L")}`;
}

function backdrop(g, tints) {
    const { rows, columns } = g;
    const cells = Array.from({ length: rows * columns }, (_, i) => {
        const shade = (g.row(i) + 2 * g.column(i)) % 3;
        return svg`<path class="hexagon shade-${shade}" d=${HEXAGON} transform=${g.at(i)}/>`;
    });
    const range = (count) => [...Array(count).keys()];
    const above = range(columns).map((c) => border(g, c, 5, 3));
    const below = range(columns).map((c) => border(g, (rows - 1) * columns + c, 2, 3));
    const left = range(rows).map((r) => border(g, r * columns, 4, 3));
    const right = range(rows).map((r) => border(g, r * columns + columns - 1, 1, 3));
    return svg`
        <rect class="hex-back" width=${g.width} height=${g.height} rx=${g.corner}/>
        <path class="hex-edge tint-${tints[0]}" d=${above.concat(below).join("")}/>
        <path class="hex-edge tint-${tints[1]}" d=${left.concat(right).join("")}/>
        <g>${cells}</g>`;
}

export const hexes = {
    ...discs,
    Geometry: HexGeometry,
    backdrop,
    labels: { top: true, left: true },
    change: "swap",
    showLegal: false,
};
