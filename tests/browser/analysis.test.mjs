// What the search thinks, shown while it thinks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

const nodes = (page) => page.locator(".analysis .facts").textContent();

test("analysis streams to the board and the list, and stops", async () => {
    await visit("#game=othello&players=human~human&moves=f5_d6", async (visitor, page) => {
        await visitor.mine;
        await page.getByRole("switch", { name: "Analysis" }).check();
        await page.locator(".lines li").first().waitFor();
        await page.locator(".layer-heat .spot").first().waitFor();
        const before = await nodes(page);
        await page.waitForFunction(
            (text) => document.querySelector(".analysis .facts").textContent !== text,
            before,
        );
        const { legal } = visitor.state;
        const listed = await page
            .locator(".lines li")
            .evaluateAll((list) => list.map((row) => row.dataset.move));
        for (const move of listed)
            assert.ok(
                legal.some((one) => one.move === move),
                move,
            );
        assert.equal((await visitor.fresh()).search.status, "running");
        await page.getByRole("switch", { name: "Analysis" }).uncheck();
        await visitor.until(async () => {
            const { search } = await visitor.fresh();
            return !search || search.status !== "running";
        }, "the search to stop");
        assert.equal(await page.locator(".layer-heat .spot").count(), 0);
    });
});

test("a line is shown on the board, and a move of the list is played", async () => {
    await visit("#game=connect4&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page.getByRole("button", { name: "Monte Carlo" }).click();
        const row = page.locator(".lines li").first();
        await row.waitFor();
        await row.hover();
        await page.locator(".layer-line .number").first().waitFor();
        await page.mouse.move(5, 5);
        await page.waitForFunction(() => !document.querySelector(".layer-line .number"));
        await row.click();
        await visitor.until((state) => state.ply === 1, "the move");
        // Analysis goes on at the new position.
        await page.locator(".lines li").first().waitFor();
        await page.locator("#value-bar:not(.unknown)").waitFor();
    });
});

test("the chip of the analyst is pressed, and only that", async () => {
    const pressed = (page) =>
        page.locator(".panel .kinds button[aria-pressed=true]").allTextContents();
    await visit("#game=go&o-size=9&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page.getByText("Analysis", { exact: true }).click();
        await page.locator(".lines li").first().waitFor();
        assert.deepEqual(await pressed(page), ["Monte Carlo"]);
        assert.match(visitor.state.search?.kind ?? "analysis", /analysis/);
        await page.locator("#game").selectOption("othello");
        await visitor.until((state) => state.game === "othello", "the other game");
        await page.locator(".lines li").first().waitFor();
        assert.deepEqual(await pressed(page), ["Alpha-beta"]);
    });
});

test("hints are in words, never in a search's own numbers", async () => {
    const games = [
        "othello&moves=f5_d6_c3",
        "connect4&moves=4_4_3",
        "gomoku&o-size=9&moves=e5_e6",
        "go&o-size=9&moves=E5",
        "tictactoe&moves=b2_a1",
        "breakthrough",
    ];
    const hint = (game) =>
        visit(`#game=${game}&players=human~human`, async (visitor) => {
            await visitor.mine;
            await visitor.click("Hint (h)");
            await visitor.says(/^Hint: /);
            const text = await visitor.status();
            assert.match(text, /\([^)]*(%|wins|draw|loses|by \d|ahead|behind|even|disc|point)[^)]*\)/, text);
            assert.doesNotMatch(text, /[-+−]?\d{4,}/, text);
        });
    await Promise.all(games.map(hint)); // searches take turns, and pages load meanwhile
});

test("a heuristic's number is shown only where it has a unit", async () => {
    const shown = async (game, pattern) =>
        visit(`#game=${game}&players=human~human`, async (visitor, page) => {
            await visitor.mine;
            await page.getByText("Analysis", { exact: true }).click();
            await page.locator(".lines li").first().waitFor();
            for (const text of await page.locator(".lines .value").allTextContents()) {
                assert.match(text, pattern);
            }
        });
    await shown("gomoku&moves=h8_i9", /^([≤≥] )?\d+ %$|wins|loses|draw/);
    await shown("othello&moves=f5", /^\d+ %([≤≥] ?)?[-+−]?\d|wins|loses|draw/); // discs
});

test("a proven draw is called one", async () => {
    // Perfect play from here is a draw, and the search sees to the end of the game.
    await visit("#game=tictactoe&players=human~human&moves=b2_a1_c3_a3", async (visitor, page) => {
        await visitor.mine;
        await page.getByText("Analysis", { exact: true }).click();
        await page.locator(".analysis .facts", { hasText: "proven" }).waitFor();
        const values = await page.locator(".lines .value").allTextContents();
        assert.ok(values.some((text) => /draw/.test(text)), values.join());
        assert.ok(!values.some((text) => /^[+-]?0$/.test(text)), values.join());
    });
});

test("alpha-beta tells what it is at while a depth takes its time", async () => {
    await visit("#game=gomoku&players=human~human&moves=h8_i9_g7_f6", async (visitor, page) => {
        await visitor.mine;
        await page.getByText("Analysis", { exact: true }).click();
        const facts = page.locator(".analysis .facts");
        await facts.filter({ hasText: /at depth \d+: \S+, move \d+ of \d+/ }).waitFor();
        // Nodes and time go on while the depth that is done stays the same.
        const { alive, seen } = await page.evaluate(
            () =>
                new Promise((done) => {
                    const figures = (text) => ({
                        nodes: /([\d.]+ ?[kMG]?) nodes/.exec(text)?.[1],
                        time: /· ([\d.]+ (ms|s|min[^·]*))/.exec(text)?.[1],
                        depth: /^depth (\d+)/.exec(text)?.[1],
                    });
                    const list = [];
                    const node = document.querySelector(".analysis .facts");
                    const watch = new MutationObserver(() => {
                        list.push(node.textContent);
                        const [before, now] = list.slice(-2).map(figures);
                        const goes =
                            now &&
                            now.depth === before.depth &&
                            now.nodes !== before.nodes &&
                            now.time !== before.time;
                        if (!goes && list.length < 40) return;
                        watch.disconnect();
                        done({ alive: goes, seen: list });
                    });
                    watch.observe(node, { childList: true, characterData: true, subtree: true });
                }),
        );
        assert.ok(alive, seen.join("\n"));
    });
});

test("a whole game is analysed, and its graph leads to its moves", async () => {
    await visit(
        "#game=tictactoe&players=human~human&moves=b2_a1_a2_c2_c1_a3_b1_b3_c3",
        async (visitor, page) => {
            await visitor.until((state) => state.over, "the game");
            await page.getByRole("button", { name: "Analyse the whole game" }).click();
            await page.locator(".sums p").first().waitFor();
            await page.waitForFunction(
                () =>
                    (document.querySelector(".graph .curve").getAttribute("d").match(/[ML]/g) ?? [])
                        .length >= 9,
            );
            const box = await page.locator("svg.graph").boundingBox();
            await page.mouse.click(box.x + 2, box.y + box.height / 2);
            await visitor.until((state) => state.ply === 0, "the start");
            await page.locator(".moves button").nth(3).click();
            await visitor.until((state) => state.ply === 4, "ply 4");
            assert.equal(await page.locator(".layer-pieces > g").count(), 4);
        },
    );
});
