// Sizes, colours and weight.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { visit } from "./harness.mjs";

const VIEWS = ["play", "explain", "tree", "compare", "workers", "lab"];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test("nothing is wider than a phone", async () => {
    await visit(
        "#game=othello",
        async (_, page) => {
            for (const view of VIEWS) {
                await page.locator(`#tab-${view}`).click();
                await page.waitForTimeout(100);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= 360, `${view}: ${wide} pixels`);
            }
        },
        PHONE,
    );
});

test("on a phone everything is large enough for a finger, and the chosen tab is seen", async () => {
    await visit(
        "#game=othello&players=human~human&moves=f5_d6",
        async (visitor, page) => {
            await visitor.mine;
            for (const view of VIEWS) {
                await page.locator(`#tab-${view}`).click();
                if (view === "explain") {
                    await page.getByRole("button", { name: "Three workers", exact: true }).click();
                    await page.locator(".search-tree .owned").first().waitFor();
                }
                await page.waitForTimeout(100);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= 360, `${view}: ${wide} pixels`);
                const small = await page.evaluate(() =>
                    [...document.querySelectorAll("button, select, input, a.button, label.switch")]
                        .filter((node) => node.checkVisibility() && node.type !== "checkbox")
                        .map((node) => [node.getBoundingClientRect().height, node.outerHTML])
                        .filter(([height]) => height < 43.5)
                        .map(([height, text]) => `${height} ${text.slice(0, 90)}`),
                );
                assert.deepEqual(small, [], view);
                const box = await page.locator(`#tab-${view}`).boundingBox();
                assert.ok(box.x >= 0 && box.x + box.width <= 360, `${view}: ${box.x}`);
            }
        },
        PHONE,
    );
});

test("where cells are smaller than a fingertip, a second tap confirms", async () => {
    await visit(
        "#game=go&o-size=19&players=human~human",
        async (visitor, page) => {
            await visitor.mine;
            await page.touchscreen.tap(...(await visitor.where(60)));
            await visitor.says(/tap again/);
            assert.equal((await visitor.fresh()).ply, 0);
            // Another cell is aimed at instead.
            await page.touchscreen.tap(...(await visitor.where(62)));
            await visitor.says(/tap again/);
            assert.equal((await visitor.fresh()).ply, 0);
            await page.touchscreen.tap(...(await visitor.where(62)));
            const state = await visitor.until((now) => now.ply === 1, "the move");
            assert.equal(state.last.cell, 62);
        },
        PHONE,
    );
});

test("the header is one line on every desktop", async () => {
    await visit("#game=tictactoe", async (_, page) => {
        for (const width of [861, 940, 1000, 1081, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            const { height } = await page.locator("header.top").boundingBox();
            assert.ok(height < 60, `${width}: ${height}`);
        }
    });
});

test("dark and light follow the system and the switch", async () => {
    const background = (page) =>
        page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = [];
    await visit("", async (_, page) => light.push(await background(page)), {
        colorScheme: "light",
    });
    await visit(
        "",
        async (visitor, page) => {
            const dark = await background(page);
            assert.notEqual(dark, light[0]);
            await visitor.click("Dark or light");
            assert.equal(await background(page), light[0]);
            await page.reload();
            await page.waitForSelector("body.ready");
            assert.equal(await background(page), light[0], "kept");
        },
        { colorScheme: "dark" },
    );
});

test("the page is light", async () => {
    await visit("", async (_, page) => {
        const sizes = await page.evaluate(() =>
            performance
                .getEntries()
                .filter((entry) => entry.encodedBodySize && !entry.name.includes("/api/"))
                .map((entry) => entry.encodedBodySize),
        );
        const sum = sizes.reduce((a, b) => a + b, 0);
        assert.ok(sizes.length > 10 && sum < 300000, `${sum} bytes in ${sizes.length} files`);
    });
});

test("controls have names", async () => {
    await visit("#game=go", async (_, page) => {
        for (const view of VIEWS) {
            await page.locator(`#tab-${view}`).click();
            const nameless = await page.evaluate(() =>
                [
                    ...document.querySelectorAll(
                        "button, input, select, textarea, svg[tabindex], canvas",
                    ),
                ]
                    .filter(
                        (node) =>
                            node.checkVisibility() &&
                            !node.ariaLabel &&
                            !node.textContent.trim() &&
                            !node.labels?.length,
                    )
                    .map((node) => node.outerHTML),
            );
            assert.deepEqual(nameless, [], view);
        }
    });
});

test("tabs and dialogs answer to the keyboard", async () => {
    await visit("#game=othello", async (_, page) => {
        await page.locator("#tab-play").focus();
        await page.keyboard.press("ArrowRight");
        await page.locator("#tab-explain[aria-selected=true]:focus").waitFor();
        await page.keyboard.press("ArrowLeft");
        await page.locator("#tab-play[aria-selected=true]:focus").waitFor();
        await page.keyboard.press("?");
        const keys = page.getByRole("dialog", { name: "Help" });
        await keys.getByRole("button", { name: "Close" }).click();
        await keys.waitFor({ state: "detached" });
        await page.keyboard.press("6");
        await page.locator("#tab-lab[aria-selected=true]").waitFor();
        await page.keyboard.press("2");
        await page.locator("#tab-explain[aria-selected=true]").waitFor();
        await page.keyboard.press("n");
        const dialog = page.getByRole("dialog", { name: "New game" });
        await dialog.waitFor();
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
    });
});

// What is done in each view before it is looked at: an empty one has little to complain about.
const FILLED = {
    play: async (page) => {
        await page.getByText("Analysis", { exact: true }).click();
        await page.locator(".lines li").first().waitFor();
        await page.getByRole("button", { name: "Analyse the whole game" }).click();
        await page.locator(".sums p").first().waitFor();
    },
    explain: async (page) => {
        await page.locator(".search-tree .node").first().waitFor();
        await page.getByRole("button", { name: "Monte Carlo", exact: true }).click();
        await page.locator(".terms tr").first().waitFor();
        await page.getByText("Practice", { exact: true }).click();
        await page.locator(".question button").first().waitFor();
    },
    tree: async (page) => {
        await page.getByLabel("Seconds").fill("0.1");
        await page.getByRole("button", { name: "Grow a tree" }).click();
        await page.locator(".icicle .node").nth(3).waitFor();
    },
    compare: async (page) => {
        await page.getByLabel("How much").fill("0.1");
        await page.getByRole("button", { name: "Compare", exact: true }).click();
        await page.waitForFunction(() => document.querySelectorAll(".card .choice").length === 3);
    },
    workers: async (page) => {
        await page.getByLabel("Seconds").fill("0.1");
        await page.getByRole("button", { name: "Record a search" }).click();
        await page.locator(".figures tbody tr").first().waitFor();
    },
    lab: async (page) => {
        await page.locator(".experiments button").nth(1).click();
        await page.locator(".plot").waitFor();
    },
};

// axe-core knows the rules of accessibility; without it (npm ci) there is nothing to run.
async function needAxe(context) {
    const path = new URL("node_modules/axe-core/axe.min.js", import.meta.url);
    const axe = await readFile(path, "utf8").catch(() => null);
    if (!axe) context.skip("no axe-core");
    return axe;
}

async function complaints(page, what, rules) {
    const violations = await page.evaluate(async (runOnly) => {
        const options = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
        return (await globalThis.axe.run(document, options)).violations;
    }, rules);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    assert.deepEqual(found, [], what);
}

// Light and dark. They differ in their colours only, so only these are looked at twice. The switch
// answers under a dialog as well.
async function flawless(page, what) {
    const turn = () => page.evaluate(() => document.querySelector("#theme").click());
    const dark = () => page.evaluate(() => document.documentElement.dataset.theme === "dark");
    await complaints(page, what);
    await turn();
    assert.ok(await dark());
    await complaints(page, `${what}, dark`, ["color-contrast"]);
    await turn();
    assert.ok(!(await dark()));
}

for (const view of VIEWS) {
    test(`axe finds nothing in ${view}`, async (context) => {
        const axe = await needAxe(context);
        if (!axe) return;
        await visit(
            `#view=${view}&game=othello&players=human~human&moves=f5_d6`,
            async (visitor, page) => {
                await visitor.mine;
                await page.evaluate(axe);
                await flawless(page, "empty");
                await FILLED[view](page);
                await flawless(page, "filled");
                await page.setViewportSize(PHONE.viewport);
                await flawless(page, "narrow");
            },
            { bypassCSP: true },
        );
    });
}

test("axe finds nothing in dialogs and at the end of a game", async (context) => {
    const axe = await needAxe(context);
    if (!axe) return;
    await visit(
        "#game=connect4&players=human~human&moves=1_2_1_2_1_2_1",
        async (visitor, page) => {
            await visitor.until((state) => state.over, "the end");
            await page.evaluate(axe);
            await flawless(page, "a won game");
            for (const [key, name] of [
                ["?", "Help"],
                ["n", "New game"],
            ]) {
                await page.keyboard.press(key);
                const dialog = page.getByRole("dialog", { name });
                await dialog.waitFor();
                await flawless(page, name);
                await page.keyboard.press("Escape");
                await dialog.waitFor({ state: "hidden" }); // until then it takes the next key
            }
            // A key that still reaches the closed dialog, where the focus was, is the page's.
            await page.evaluate(() => {
                const event = new KeyboardEvent("keydown", { key: "e", bubbles: true });
                document.querySelector("dialog:not([open]) select").dispatchEvent(event);
            });
            await page.getByRole("heading", { name: "Set up a position" }).waitFor();
            await flawless(page, "the editor");
        },
        { bypassCSP: true },
    );
});

test("views and games are entries of the history, and a reload keeps the analysis on", async () => {
    await visit("#game=connect4&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page.locator("#tab-compare").click();
        await page.locator("#game").selectOption("othello");
        await page.waitForFunction(() => location.hash.includes("game=othello"));
        await page.goBack();
        await page.waitForFunction(() => location.hash.includes("game=connect4"));
        await page.waitForFunction(() => document.querySelector("#game").value === "connect4");
        await page.locator("#tab-compare[aria-selected=true]").waitFor();
        await page.goBack();
        await page.locator("#tab-play[aria-selected=true]").waitFor();
        await page.goForward();
        await page.locator("#tab-compare[aria-selected=true]").waitFor();
        await page.locator("#tab-play").click();
        await page.getByText("Analysis", { exact: true }).click();
        await page.locator(".lines li").first().waitFor();
        await page.reload();
        await page.locator(".lines li").first().waitFor();
    });
});

test("the first screen offers things to do, and help has the rules", async () => {
    await visit("", async (visitor, page) => {
        await visitor.mine;
        const welcome = page.getByRole("region", { name: "Welcome" });
        await welcome.getByRole("button", { name: "See a search explained" }).click();
        await page.locator(".search-tree .node").first().waitFor();
        await page.locator("#tab-play").click();
        await page.locator("#help").click();
        const help = page.getByRole("dialog", { name: "Help" });
        await help.getByText(/^The rules of /).waitFor();
        await help.getByRole("button", { name: "Close" }).click();
        await page.locator("#tab-play").focus();
    });
});

test("a server that is away is told, and the page goes on when it is back", async () => {
    await visit(
        "#game=connect4&players=human~human&moves=4_4",
        async (visitor, page) => {
            await visitor.mine;
            const { id } = visitor.state;
            // The server forgets the session, and for a while nobody answers.
            let away = true;
            await page.route("**/api/sessions", (route) =>
                away ? route.abort() : route.fallback(),
            );
            await page.evaluate((old) => fetch(`/api/sessions/${old}`, { method: "DELETE" }), id);
            await page.locator("#lost", { hasText: /tries again by itself/ }).waitFor();
            away = false;
            await page.locator("#lost").waitFor({ state: "hidden" });
            const state = await visitor.until((now) => now.id !== id, "a new session");
            assert.equal(state.plies, 2);
        },
        { allow: /Failed to load resource|EventSource/ },
    );
});
