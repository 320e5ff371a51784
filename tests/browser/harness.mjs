// A server and a browser for the tests of one file. Every page is watched: an error on its console,
// an exception, or a request to anywhere but the server fails the test that made it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { chromium, firefox } from "playwright-core";

const PATIENCE = 300000; // against hanging only: a busy machine is slow, not wrong

let server;
let browser;
let origin;

before(async () => {
    const plugins = process.env.PLUGINS.split(":").flatMap((path) => ["--plugin", path]);
    server = spawn(process.env.CANOPY, [...plugins, "serve", "--port", "0"], {
        stdio: ["ignore", "pipe", "inherit"],
    });
    server.ended = new Promise((done) =>
        server.once("exit", (code, signal) => done({ code, signal })),
    );
    origin = await new Promise((done, fail) => {
        let text = "";
        server.stdout.on("data", (data) => {
            text += data;
            const url = /http:\/\/[^\s/]+/.exec(text);
            if (url) done(url[0]);
        });
        server.once("exit", () => fail(new Error(`the server ended: ${text}`)));
    });
    // Firefox as it is packaged, by WebDriver BiDi.
    browser = await (process.env.ENGINE === "firefox"
        ? firefox.launch({ channel: "moz-firefox", executablePath: process.env.BROWSER, timeout: 0 })
        : chromium.launch({
              executablePath: process.env.BROWSER,
              args: [
                  "--no-sandbox",
                  "--disable-dev-shm-usage",
                  `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(origin).hostname}`,
              ],
          }));
});

// A server that leaks or crashes says so in its exit code.
after(async () => {
    await browser?.close();
    server.kill("SIGTERM");
    const { code, signal } = await server.ended;
    assert.equal(signal ?? code, 0, "the server's end");
});

// Opens a page at `hash` and closes it after `use`, which gets a Visit. `allow` is what the browser
// may say on its console: it tells of every request that is refused, also where the page deals with
// it.
export async function visit(hash, use, { allow, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: "reduce",
        ...options,
    });
    const found = [];
    // Requests are listened to, not held up: that costs as much again as the whole page.
    context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) found.push(`request to ${url}`);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => found.push(`exception: ${error.stack}`));
    page.on("console", (message) => {
        if (!["error", "warning"].includes(message.type()) || allow?.test(message.text())) return;
        found.push(`console: ${message.text()}`);
    });
    const visitor = new Visit(page);
    try {
        await page.goto(`${origin}/${hash}`);
        await page.waitForSelector("body.ready");
        await use(visitor, page);
        assert.deepEqual(found, []);
    } finally {
        await context.close();
    }
}

export class Visit {
    constructor(page) {
        this.page = page;
        this.state = null;
        this.wake = () => {};
        page.on("response", (response) => this.heard(response));
    }

    // The newest state that the page got as an answer.
    async heard(response) {
        if (!response.url().includes("/api/")) return;
        const type = response.headers()["content-type"] ?? "";
        if (!response.ok() || !type.startsWith("application/json")) return;
        const answer = await response.json().catch(() => null);
        if (!answer?.board) return;
        const other = this.state && this.state.id !== answer.id;
        if (!this.state || other || answer.revision >= this.state.revision) this.state = answer;
        this.wake();
    }

    // Looks again when a state has come, and now and then: a condition may ask for more than that.
    async until(condition, what) {
        const end = Date.now() + PATIENCE;
        while (Date.now() < end) {
            const woken = new Promise((done) => (this.wake = done));
            if (this.state && (await condition(this.state))) return this.state;
            const timer = setTimeout(this.wake, 100);
            await woken;
            clearTimeout(timer);
        }
        throw new Error(`${what}: not within ${PATIENCE} ms`);
    }

    get mine() {
        return this.until(
            (state) =>
                state.over || (state.players[state.turn] === "human" && state.ply === state.plies),
            "a person's turn",
        );
    }

    // What the server itself says now.
    fresh() {
        return this.page.evaluate(
            (id) => fetch(`/api/sessions/${id}`).then((answer) => answer.json()),
            this.state.id,
        );
    }

    // Where the page draws a cell, in pixels of the window.
    where(cell) {
        const { rows, columns } = this.state.board;
        return this.page.evaluate(
            async ([r, c, i]) => {
                const { geometryOf } = await import("/pieces.js");
                const board = document.querySelector("svg.board");
                const style = [...board.classList]
                    .find((name) => name.startsWith("style-"))
                    .slice(6);
                const [x, y] = geometryOf(style, { rows: r, columns: c }).centre(i);
                board.scrollIntoView({ block: "nearest" });
                const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
                return [point.x, point.y];
            },
            [rows, columns, cell],
        );
    }

    async clickCell(cell) {
        await this.page.mouse.click(...(await this.where(cell)));
    }

    // Plays one of the legal moves as a person does: by its cell, or its two cells, and by name
    // where several have the same.
    async clickMove({ move, cell, from }) {
        if (from !== undefined) await this.clickCell(from);
        await this.clickCell(cell);
        const alike = this.state.legal.filter((m) => m.cell === cell && m.from === from);
        if (alike.length > 1)
            await this.page.getByRole("menuitem", { name: move, exact: true }).click();
    }

    async click(name) {
        await this.page.getByRole("button", { name }).first().click();
    }

    status() {
        return this.page.locator("#status").textContent();
    }

    /* Waits until the status reads so. */
    says(pattern) {
        return this.page.locator("#status").filter({ hasText: pattern }).waitFor();
    }
}
