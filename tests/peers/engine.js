// A program with lines in and lines out, and random numbers that are the same every time.
"use strict";
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

class Engine {
    constructor(command, args) {
        this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
        this.label = args.join(" ");
        this.lines = [];
        this.waiting = null;
        this.exit = new Promise((resolve) => this.process.on("exit", resolve));
        this.process.stdin.on("error", () => {});
        createInterface({ input: this.process.stdout }).on("line", (line) => {
            this.lines.push(line);
            this.waiting?.();
        });
    }

    send(...lines) {
        this.process.stdin.write(lines.map((line) => `${line}\n`).join(""));
    }

    // The next line that the test accepts; those before it are handed to `passed`.
    async until(test, passed = () => {}) {
        for (;;) {
            while (this.lines.length === 0) {
                await new Promise((resolve, reject) => {
                    const timer = setTimeout(() => reject(Error(`${this.label}: no answer`)), 60000);
                    this.exit.then((code) => reject(Error(`${this.label}: ended with ${code}`)));
                    this.waiting = () => resolve(clearTimeout(timer));
                });
                this.waiting = null;
            }
            const line = this.lines.shift();
            if (test(line)) return line;
            passed(line);
        }
    }

    ask(line, test, passed) {
        this.send(line);
        return this.until(test, passed);
    }

    // Says goodbye; the program must go by itself, and in peace.
    async end(goodbye) {
        if (goodbye) this.send(goodbye);
        else this.process.stdin.end();
        const timer = setTimeout(() => this.process.kill("SIGKILL"), 20000);
        const code = await this.exit;
        clearTimeout(timer);
        if (code !== 0) throw Error(`${this.label}: ended with ${code}`);
    }
}

// Park and Miller's.
function random(seed) {
    let state = seed;
    return (below) => {
        state = (state * 48271) % 2147483647;
        return state % below;
    };
}

module.exports = { Engine, random };
