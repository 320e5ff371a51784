// A search step by step: what is drawn is what the server recorded, lessons begin at one click, and
// the exercise knows right from wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

const GAME = "#view=explain&game=tictactoe&players=human~human&moves=b2_a1_c3";

// The nodes that are shown.
const shown = (page) => page.locator(".search-tree .node:not([hidden]):not(.ghost)").count();

// Promises of the recordings that the page got, in the order in which it got them.
function recordings(page) {
    const list = [];
    page.on("response", (response) => {
        if (response.url().endsWith("/explain") && response.ok()) list.push(response.json());
    });
    return list;
}

test("the tree grows with the search and back again", async () => {
    await visit(GAME, async (visitor, page) => {
        const list = recordings(page);
        await visitor.mine;
        await page.getByLabel("Depth").fill("2");
        await page.getByLabel("Depth").press("Enter");
        await page.locator(".explain-player h3", { hasText: "alphabeta:depth=2" }).waitFor();
        const data = await list.at(-1);
        assert.equal(await shown(page), data.nodes.length);
        const cut = data.nodes.filter((node) => node.left);
        assert.ok(cut.length > 2);
        assert.equal(await page.locator(".search-tree .ghost:not([hidden])").count(), cut.length);
        const facts = await page.locator(".explain-player .facts").textContent();
        assert.match(facts, new RegExp(`^${data.totals.nodes} nodes · `));
        assert.match(facts, new RegExp(`${data.totals.saved} nodes never looked at`));
        await page.getByRole("button", { name: "First step" }).click();
        assert.equal(await shown(page), 1);
        await page.getByRole("button", { name: "Step on" }).click();
        assert.equal(await shown(page), 2);
        await page.getByRole("button", { name: "Step back" }).click();
        assert.equal(await shown(page), 1);
        await page.getByLabel("Speed").selectOption("100");
        await page.getByRole("button", { name: "Play", exact: true }).click();
        await page.waitForFunction(
            (count) =>
                document.querySelectorAll(".search-tree .node:not([hidden]):not(.ghost)").length ===
                count,
            data.nodes.length,
        );
    });
});

test("three searches stand side by side and agree", async () => {
    await visit(GAME, async (visitor, page) => {
        const list = recordings(page);
        await visitor.mine;
        await page.getByRole("button", { name: "All three" }).click();
        await page.locator(".explain-player").nth(2).waitFor();
        const three = await Promise.all(list.slice(-3));
        assert.equal(new Set(three.map((data) => data.nodes[0].value)).size, 1);
        assert.ok(three[1].totals.nodes < three[0].totals.nodes);
        assert.equal(three[1].totals.nodes + three[1].totals.saved, three[0].totals.nodes);
    });
});

test("Monte Carlo shows its four steps and their terms", async () => {
    await visit(GAME, async (visitor, page) => {
        await visitor.mine;
        await page.getByRole("button", { name: "Monte Carlo" }).click();
        await page.locator(".terms").waitFor();
        await page.getByRole("button", { name: "First step" }).click();
        const words = [];
        for (let i = 0; i < 8; i++) {
            words.push(await page.locator(".explain-says").textContent());
            await page.getByRole("button", { name: "Step on" }).click();
        }
        for (const step of [/^Expand/, /^Select/, /^A random game/, /^Back up/]) {
            assert.ok(words.some((text) => step.test(text)), String(step));
        }
    });
});

test("every lesson begins at one click", async () => {
    await visit("#view=explain&game=connect4&players=human~human", async (visitor, page) => {
        await visitor.mine;
        const lessons = page.locator(".lessons button");
        for (let i = 0; i < (await lessons.count()); i++) {
            await lessons.nth(i).click();
            const text = await lessons.nth(i).getAttribute("title");
            await page.locator(".lesson", { hasText: text }).waitFor();
            await page.locator(".search-tree .node:not([hidden])").nth(2).waitFor();
        }
    });
});

// A timeline as a number: another one when anything else is drawn.
const drawn = (page) =>
    page.locator(".explain-player canvas").first().evaluate((node) => node.toDataURL());

test("Young Brothers: nodes have their workers' colours, in step with the timeline", async () => {
    await visit(GAME, async (visitor, page) => {
        const list = recordings(page);
        await visitor.mine;
        await page.getByRole("button", { name: "What Young Brothers wait for" }).click();
        await page.locator(".explain-player h3", { hasText: "strategy=ybw" }).waitFor();
        await page.getByRole("button", { name: "Last step" }).click();
        const data = await list.at(-1);
        assert.equal(data.trace.workers, 3);
        assert.equal(await shown(page), data.nodes.length);
        const owners = await page
            .locator(".search-tree .node:not(.ghost)")
            .evaluateAll((nodes) => nodes.map((node) => node.style.getPropertyValue("--owner")));
        const colours = [...new Set(owners)];
        assert.equal(colours.length, new Set(data.nodes.map((node) => node.worker)).size);
        for (const node of data.nodes) {
            assert.ok(node.from >= 0 && node.from <= data.trace.length, `${node.from}`);
        }
        const end = await drawn(page);
        await page.getByRole("button", { name: "First step" }).click();
        assert.match(await page.locator(".explain-says").textContent(), /^Worker 0: the root/);
        assert.equal(await page.locator(".search-tree .held").count(), 1);
        assert.notEqual(await drawn(page), end, "the line in the timeline");
    });
});

test("root parallelism grows a tree for each worker, tree parallelism one", async () => {
    await visit(GAME, async (visitor, page) => {
        await visitor.mine;
        await page.getByRole("button", { name: "Root or tree parallelism" }).click();
        await page.locator(".explain-player").nth(1).waitFor();
        await page.locator(".explain-player h3", { hasText: "strategy=tree" }).waitFor();
        const roots = (i) =>
            page.locator(".explain-player").nth(i).locator(".node .name", { hasText: /^(tree \d|root)$/ });
        assert.deepEqual(await roots(0).allTextContents(), ["tree 0", "tree 1", "tree 2"]);
        assert.deepEqual(await roots(1).allTextContents(), ["root"]);
        // Each step is one worker's, and it says whose.
        await page.getByRole("button", { name: "Step back" }).click();
        assert.match(await page.locator(".explain-says").textContent(), /^Worker [012]: /);
    });
});

test("the exercise tells right from wrong, and why", async () => {
    await visit(GAME, async (visitor, page) => {
        await visitor.mine;
        await page.getByLabel("Depth").fill("2");
        await page.getByLabel("Depth").press("Enter");
        await page.getByText("Practice").click();
        await page.getByRole("button", { name: "First step" }).click();
        await page.getByRole("button", { name: "Step on" }).click();
        const question = page.locator(".question");
        await question.waitFor();
        await question.getByRole("button", { name: "they are cut off" }).click();
        await question.getByText(/^No\. .*0 of 1 right/).waitFor();
        await question.getByRole("button", { name: "Go on" }).click();
        await question.getByRole("button", { name: "the next is looked at" }).click();
        await question.getByText(/^Right\. .*1 of 2 right/).waitFor();
        // The value of the first move, once all its answers are known: -3.
        for (;;) {
            await question.getByRole("button", { name: "Go on" }).click();
            if (await question.getByLabel("Value").count()) break;
            await question.getByRole("button", { name: "the next is looked at" }).click();
        }
        await question.getByLabel("Value").fill("-3");
        await question.getByRole("button", { name: "Check" }).click();
        await question.getByText(/^Right\. /).waitFor();
    });
});

test("learned weights say what they think of the board, tuple by tuple", async () => {
    await visit("#view=explain&game=othello&players=human~human&moves=f5", async (visitor, page) => {
        await visitor.mine;
        const panel = page.getByRole("region", { name: "Evaluation" });
        await panel.getByText(/^(Black|White) by [0-9.]+, the sum of 46 tuples/).waitFor();
        assert.equal(await panel.locator(".opinion-board circle").count(), 64);
        await panel.locator(".voices li").first().hover();
        const named = (await panel.locator(".voices li").first().textContent()).split(":")[0];
        await page.waitForFunction(
            (cells) => document.querySelectorAll(".opinion-board .marked").length === cells,
            named.split(" ").length,
        );
    });
    await visit("#view=explain&game=tictactoe&players=human~human", async (visitor, page) => {
        await visitor.mine;
        await page.getByText(/There are no weights for/).waitFor();
    });
});
