// The main path in Firefox: a game by mouse and keys, what the search thinks, a search explained, and
// what its threads did.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

test("a game is played to its end, by mouse and by keys", async () => {
    await visit("#game=tictactoe&players=human~human", async (visitor, page) => {
        await visitor.mine;
        for (const cell of [4, 0, 3, 8]) {
            const { ply } = visitor.state;
            await visitor.clickCell(cell);
            await visitor.until((state) => state.ply === ply + 1, `cell ${cell}`);
        }
        // The last cell of the middle row; the cursor begins in the middle.
        await page.locator("svg.board").focus();
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await visitor.until((state) => state.over, "the end");
        assert.equal(visitor.state.winner, 0);
        await page.locator(".layer-row .won").nth(2).waitFor();
        await visitor.says(/X wins/);
    });
});

test("an agent answers, and analysis streams", async () => {
    await visit("#game=connect4&players=human~easy", async (visitor, page) => {
        await visitor.mine;
        await visitor.clickCell(3);
        await visitor.until((state) => state.ply === 2, "an answer");
        await page.getByText("Analysis", { exact: true }).click();
        await page.locator(".lines li").first().waitFor();
        await page.locator(".layer-heat .spot").first().waitFor();
    });
});

test("a search is explained step by step, and its threads are drawn", async () => {
    await visit(
        "#view=explain&game=tictactoe&players=human~human&moves=b2_a1_c3",
        async (visitor, page) => {
            await visitor.mine;
            await page.getByRole("button", { name: "What Young Brothers wait for" }).click();
            await page.locator(".search-tree .owned").nth(5).waitFor();
            await page.locator(".explain-player canvas").waitFor();
            await page.getByRole("button", { name: "Step on" }).click();
            assert.match(await page.locator(".explain-says").textContent(), /^Worker /);
        },
    );
});
