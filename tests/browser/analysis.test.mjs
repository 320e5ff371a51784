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
