// A plot of measured values with their intervals, against the ideal and a published curve.
import { svg } from "./dom.js";
import { ticks } from "./scale.js";

const WIDTH = 720;
const HEIGHT = 400;
const PAD = { left: 56, right: 18, top: 16, bottom: 44 };

// Points of series are { x, y, low, high, report }; x is a word of `words`, or a number without it.
export function plot({ series, words, xName, yName, ideal }) {
    const all = series.flatMap((one) => one.points);
    const xs = words ? words.map((_, i) => i) : all.map((point) => point.x);
    const xLow = words ? -0.5 : Math.min(...xs, ideal ? 1 : Infinity);
    const xHigh = words ? words.length - 0.5 : Math.max(...xs, xLow + 1);
    const tops = all.flatMap((point) => [point.y, point.high, point.report])
        .filter((value) => Number.isFinite(value));
    if (ideal) tops.push(xHigh);
    const yHigh = 1.06 * Math.max(...tops, 1e-12);
    const margin = words ? 0 : 0.04 * (xHigh - xLow);
    const x = (value) => PAD.left +
        ((value - xLow + margin) / (xHigh - xLow + 2 * margin)) * (WIDTH - PAD.left - PAD.right);
    const y = (value) => HEIGHT - PAD.bottom - (value / yHigh) * (HEIGHT - PAD.top - PAD.bottom);

    const grid = ticks(0, yHigh, 6).map((tick) => [
        svg("path", { class: "grid", d: `M${PAD.left} ${y(tick)}H${WIDTH - PAD.right}` }),
        svg("text", { class: "tick right", x: PAD.left - 8, y: y(tick) + 4, text: Number(tick.toPrecision(6)) })]);
    const below = words
        ? words.map((word, i) => [i, word])
        : [...new Set(xs)].sort((a, b) => a - b).map((value) => [value, value]);
    const labels = below.map(([value, text]) => svg("text", { class: "tick", x: x(value),
        y: HEIGHT - PAD.bottom + 18, text }));
    return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
        "aria-label": `${yName} over ${xName}` },
    grid, labels,
    svg("path", { class: "axes", d: `M${PAD.left} ${PAD.top}V${HEIGHT - PAD.bottom}H${WIDTH - PAD.right}` }),
    svg("text", { class: "axis-name", x: (PAD.left + WIDTH - PAD.right) / 2, y: HEIGHT - 6, text: xName }),
    svg("text", { class: "axis-name", x: -(HEIGHT - PAD.bottom + PAD.top) / 2, y: 15, text: yName,
        transform: "rotate(-90)" }),
    ideal ? svg("path", { class: "ideal", d: `M${x(xLow)} ${y(xLow)}L${x(xHigh)} ${y(xHigh)}` }) : null,
    series.map((one, i) => curve(one, i, x, y)));
}

function curve({ points }, i, x, y) {
    const path = (list) => list.map(([a, b], k) => `${k ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    const measured = points.filter((point) => Number.isFinite(point.y));
    const report = points.filter((point) => Number.isFinite(point.report));
    return svg("g", { class: `series series-${i % 6}` },
        svg("path", { class: "report", d: path(report.map((point) => [point.x, point.report])) }),
        report.map((point) => svg("circle", { class: "report-dot", cx: x(point.x), cy: y(point.report), r: 3 })),
        measured.map((point) => whisker(point, x, y)),
        svg("path", { class: "measured", d: path(measured.map((point) => [point.x, point.y])) }),
        measured.map((point) => svg("path", { class: "dot", transform: `translate(${x(point.x)} ${y(point.y)})`,
            d: SHAPES[i % SHAPES.length] })));
}

function whisker(point, x, y) {
    if (!Number.isFinite(point.low) || !Number.isFinite(point.high)) return null;
    const [a, b, c] = [x(point.x), y(point.low), y(point.high)];
    return svg("path", { class: "whisker", d: `M${a} ${b}V${c}M${a - 5} ${b}h10M${a - 5} ${c}h10` });
}

// Shapes tell the series apart where colours do not.
const SHAPES = [
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", "M-5 -5h10v10h-10z", "M0 -6L6 5H-6z", "M0 -7L6 0L0 7L-6 0z",
    "M0 6L6 -5H-6z", "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
];

export function key(i) {
    return svg("svg", { class: `plot-key series-${i % 6}`, viewBox: "-9 -9 18 18", "aria-hidden": "true" },
        svg("path", { class: "dot", d: SHAPES[i % SHAPES.length] }));
}
