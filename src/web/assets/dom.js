// Elements from markup: html`<p class="facts">${text}</p>`; svg`<circle r=${r}/>` makes parts of a
// drawing, which the browser would take for unknown elements outside of one.
//
// Markup begins with a tag. With one element it makes that element, with several a list of them. A
// value between tags is a node, a text, nothing (null, undefined, false) or a list of these. In a
// tag, an attribute may be a value or contain some; one whose whole value is nothing is left out.
// `@click=${action}` listens to an event: handlers are never attributes, so that the page runs under
// a policy without inline script. Line breaks between tags count for nothing.

const parsed = new WeakMap(); // templates by the literal they come from, which is parsed once

function parse(strings, wrap) {
    const text = strings.reduce((before, next, i) => {
        const tag = before.slice(before.lastIndexOf("<"));
        const quote = tag.split('"').length % 2 ? '"' : ""; // unless it stands in quotes already
        const hole = tag.includes(">") ? `<!--${i - 1}-->` : `${quote}{${i - 1}}${quote}`;
        return before + hole + next;
    });
    const template = document.createElement("template");
    const markup = text.trim().replace(/>\s*\n\s*</g, "><");
    template.innerHTML = wrap ? `<svg>${markup}</svg>` : markup;
    return wrap ? template.content.firstChild : template.content;
}

const isNothing = (value) => value === null || value === undefined || value === false;

function setAttribute(node, name, value, holes) {
    const whole = /^\{(\d+)\}$/.exec(value);
    const given = whole ? holes[whole[1]] : value.replace(/\{(\d+)\}/g, (_, i) => holes[i]);
    if (name.startsWith("@")) {
        node.removeAttribute(name);
        node.addEventListener(name.slice(1), given);
    } else if (isNothing(given)) node.removeAttribute(name);
    else node.setAttribute(name, given === true ? "" : given);
}

function fill(strings, holes, wrap) {
    if (!parsed.has(strings)) parsed.set(strings, parse(strings, wrap));
    const root = parsed.get(strings).cloneNode(true);
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
    const nodes = [];
    while (walk.nextNode()) nodes.push(walk.currentNode);
    for (const node of nodes) {
        if (node.nodeType === Node.COMMENT_NODE) {
            const parts = [holes[node.data]].flat(Infinity);
            node.replaceWith(...parts.filter((part) => !isNothing(part)));
            continue;
        }
        for (const { name, value } of [...node.attributes]) setAttribute(node, name, value, holes);
    }
    const made = [...root.childNodes];
    return made.length === 1 ? made[0] : made;
}

export const html = (strings, ...holes) => fill(strings, holes, false);
export const svg = (strings, ...holes) => fill(strings, holes, true);

// The options of a choice, as [value, text].
export const options = (list) =>
    list.map(([value, text]) => html`<option value=${value}>${text}</option>`);

// A table of figures: the names of its columns, and rows that begin with a name of their own.
export function figures(head, rows) {
    const row = ([name, ...cells]) =>
        html`<tr><th scope="row">${name}</th>${cells.map((text) => html`<td>${text}</td>`)}</tr>`;
    return html`
        <table class="figures number">
            <thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
            <tbody>${rows.map(row)}</tbody>
        </table>`;
}

// A box that scrolls sideways where its content is too wide; keys must be able to reach it.
export const scrolled = (name) =>
    html`<div class="scroll" tabindex="0" role="group" aria-label=${name}></div>`;

export const find = (selector, root = document) => root.querySelector(selector);

// Drawn as strokes on 24 x 24.
export const icon = (name) =>
    html`<svg class="icon" aria-hidden="true" viewBox="0 0 24 24"><path d=${ICONS[name]}/></svg>`;

const ICONS = {
    first: "M6 5v14M19 5l-9 7 9 7z",
    back: "M16 5l-9 7 9 7z",
    forward: "M8 5l9 7-9 7z",
    last: "M18 5v14M5 5l9 7-9 7z",
    undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10z",
    swap: "M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3",
    edit: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
    share: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
    save: "M12 4v11M12 15l-4-4M12 15l4-4M5 20h14",
    open: "M12 15V4M12 4L8 8M12 4l4 4M5 20h14",
    play: "M7 4l13 8-13 8z",
    stop: "M6 6h12v12H6z",
    plus: "M12 5v14M5 12h14",
    close: "M6 6l12 12M18 6L6 18",
    sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
    moon: "M20 14a8 8 0 1 1-10-10 7 7 0 0 0 10 10z",
    help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1",
};

export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
