// Plots of measured values with their intervals, beside the ideal and published ones.
import { html, svg } from "./dom.js";
import { seconds, ticks } from "./scale.js";

const PAD = { left: 52, right: 18, top: 14, bottom: 44 };

// Shapes tell the series apart where colours do not.
const SHAPES = [
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M-5 -5h10v10h-10z",
    "M0 -6L6 5H-6z",
    "M0 -7L6 0L0 7L-6 0z",
    "M0 6L6 -5H-6z",
    "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
];

export function key(i) {
    return html`
        <svg class="plot-key series-${i % 6}" viewBox="-9 -9 18 18" aria-hidden="true">
            <path class="dot" d=${SHAPES[i % SHAPES.length]}/>
        </svg>`;
}

const largest = (points) =>
    Math.max(
        1e-12,
        ...points
            .flatMap((point) => [point.y, point.high, point.report])
            .filter((value) => Number.isFinite(value)),
    );

// ---- speed-up over threads ----

// Points of series are { x, y, low, high, report }, x a number of threads.
export function curves(series, width) {
    const height = Math.min(400, 0.62 * width);
    const all = series.flatMap((one) => one.points);
    const xs = [...new Set(all.map((point) => point.x))].sort((a, b) => a - b);
    const [low, high] = [xs[0], Math.max(xs.at(-1), xs[0] + 1)];
    // An interval that leaves the picture says "nothing is known" without squeezing the rest.
    const top = 1.06 * Math.max(high, Math.min(largest(all), 1.5 * high));
    const margin = 0.04 * (high - low);
    const x = (value) =>
        PAD.left +
        ((value - low + margin) / (high - low + 2 * margin)) * (width - PAD.left - PAD.right);
    const y = (value) =>
        height - PAD.bottom - (Math.min(value, top) / top) * (height - PAD.top - PAD.bottom);
    const [right, base] = [width - PAD.right, height - PAD.bottom];
    const rule = (tick) => svg`
        <path class="grid" d="M${PAD.left} ${y(tick)}H${right}"/>
        <text class="tick end" x=${PAD.left - 8}
            y=${y(tick) + 4}>${Number(tick.toPrecision(6))}</text>`;
    const below = (value) =>
        svg`<text class="tick" x=${x(value)} y=${base + 18}>${value}</text>`;
    return html`
        <svg class="plot" viewBox="0 0 ${width} ${height}" role="img"
            aria-label="Speed-up over threads">
            ${ticks(0, top, height / 60).map(rule)}
            ${xs.map(below)}
            <path class="axes" d="M${PAD.left} ${PAD.top}V${base}H${right}"/>
            <text class="axis-name" x=${(PAD.left + right) / 2} y=${height - 6}>threads</text>
            <text class="axis-name" x=${-(base + PAD.top) / 2} y="14"
                transform="rotate(-90)">speed-up</text>
            <path class="ideal" d="M${x(low)} ${y(low)}L${x(high)} ${y(high)}"/>
            ${series.map((one, i) => curve(one, i, x, y))}
        </svg>`;
}

function curve({ points }, i, x, y) {
    const path = (list) =>
        list.map(([a, b], k) => `${k ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    const measured = points.filter((point) => Number.isFinite(point.y));
    const report = points.filter((point) => Number.isFinite(point.report));
    const dot = (point) => svg`
        <path class="dot" transform="translate(${x(point.x)} ${y(point.y)})"
            d=${SHAPES[i % SHAPES.length]}/>`;
    const published = (point) =>
        svg`<circle class="report-dot" cx=${x(point.x)} cy=${y(point.report)} r="3"/>`;
    return svg`
        <g class="series series-${i % 6}">
            <path class="report" d=${path(report.map((point) => [point.x, point.report]))}/>
            ${report.map(published)}
            ${measured.map((point) => whisker(point, x, y))}
            <path class="measured" d=${path(measured.map((point) => [point.x, point.y]))}/>
            ${measured.map(dot)}
        </g>`;
}

function whisker(point, x, y) {
    if (!Number.isFinite(point.low) || !Number.isFinite(point.high)) return null;
    const [a, b, c] = [x(point.x), y(point.low), y(point.high)];
    return svg`<path class="whisker" d="M${a} ${b}V${c}M${a - 5} ${b}h10M${a - 5} ${c}h10"/>`;
}

// ---- times of configurations that are not about threads ----

const BAR = 30;

// Points are { label, y, low, high, report } in seconds.
export function bars(points, width) {
    const left = Math.min(
        0.4 * width,
        20 + 7 * Math.max(...points.map((point) => point.label.length)),
    );
    const top = 1.05 * largest(points);
    const height = points.length * BAR + PAD.bottom;
    const x = (value) => left + (Math.min(value, top) / top) * (width - left - PAD.right);
    const base = height - PAD.bottom;
    const rule = (tick) => svg`
        <path class="grid" d="M${x(tick)} 0V${base}"/>
        <text class="tick" x=${x(tick)} y=${base + 18}>${tick ? seconds(tick) : "0"}</text>`;
    const bar = (value) =>
        svg`<rect class="bar" x=${left} y="-8" width=${x(value) - left} height="16" rx="2"/>`;
    const range = (low, high) =>
        svg`<path class="whisker" d="M${low} 0H${high}M${low} -5v10M${high} -5v10"/>`;
    const known = Number.isFinite;
    const row = ({ label, y, low, high, report }, i) => svg`
        <g class="series series-0" transform="translate(0 ${i * BAR + BAR / 2})">
            <text class="tick end" x=${left - 8} y="4">${label}</text>
            ${known(y) ? bar(y) : null}
            ${known(low) && known(high) ? range(x(low), x(high)) : null}
            ${known(report) ? svg`<circle class="report-dot" cx=${x(report)} cy="0" r="4"/>` : null}
        </g>`;
    return html`
        <svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="Times">
            ${ticks(0, top, width / 140).map(rule)}${points.map(row)}
            <path class="axes" d="M${left} 0V${base}H${width - PAD.right}"/>
        </svg>`;
}
