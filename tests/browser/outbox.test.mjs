// The queue of messages in live.js, which the environment names: what is sent when, with a clock that is turned by hand.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const { Outbox } = await import(process.env.LIVE_JS);
const PATIENCE = 1000;

let sent, lost, outbox;

beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable(["setTimeout"]);
    [sent, lost] = [[], 0];
    outbox = new Outbox((message) => sent.push(message), () => { lost += 1; }, PATIENCE);
});

const type = (value, field = "note") => outbox.send({ do: "note", data: { value } }, field);
const click = (name) => outbox.send({ do: name });
const shown = () => sent.map(({ do: name, data }) => data?.value ?? name ?? "?");

test("a message is sent at once, with a number", () => {
    click("undo");
    assert.deepEqual(sent, [{ do: "undo", number: 1 }]);
    assert.equal(outbox.isIdle, false);
});

test("the next message waits for the acknowledgement of the one before", () => {
    for (const name of ["a", "b", "c"]) click(name);
    assert.deepEqual(shown(), ["a"]);
    assert.equal(outbox.acknowledge(1), true);
    assert.deepEqual(shown(), ["a", "b"]);
    outbox.acknowledge(2);
    outbox.acknowledge(3);
    assert.deepEqual(shown(), ["a", "b", "c"]);
    assert.equal(outbox.isIdle, true);
});

test("clicks are all sent, in their order, however quickly they come", () => {
    const names = Array.from({ length: 50 }, (_, number) => `click ${number % 3}`);
    names.forEach(click);
    for (let number = 1; !outbox.isIdle; number++) outbox.acknowledge(number);
    assert.deepEqual(shown(), names);
});

test("letters lag by one round trip: the newest text replaces what waits", () => {
    for (const text of ["A", "Al", "All", "All ", "All is"]) type(text);
    assert.deepEqual(shown(), ["A"]);
    outbox.acknowledge(1);
    assert.deepEqual(shown(), ["A", "All is"]);
    outbox.acknowledge(2);
    assert.equal(outbox.isIdle, true);
});

test("a text does not replace one before a click, or one of another field", () => {
    for (const text of ["x", "xy"]) type(text);
    type("other", "tag");
    click("add");
    type("xyz");
    type("xyz!");
    for (let number = 1; !outbox.isIdle; number++) outbox.acknowledge(number);
    assert.deepEqual(shown(), ["x", "xy", "other", "add", "xyz!"]);
});

test("an acknowledgement that is old, or of nothing, changes nothing", () => {
    assert.equal(outbox.acknowledge(1), false);
    click("a");
    outbox.acknowledge(1);
    click("b");
    click("c");
    for (const number of [1, 0, undefined, null, "x", NaN]) assert.equal(outbox.acknowledge(number), false);
    assert.deepEqual(shown(), ["a", "b"]);
});

test("a late acknowledgement is asked for once more, and nothing overtakes what is under way", () => {
    click("a");
    click("b");
    mock.timers.tick(PATIENCE - 1);
    assert.equal(lost, 0);
    mock.timers.tick(1);
    assert.equal(lost, 1);
    assert.deepEqual(sent, [{ do: "a", number: 1 }, { number: 2 }]);
    mock.timers.tick(100 * PATIENCE);
    assert.deepEqual(shown(), ["a", "?"]);
});

test("after a lost acknowledgement the next one lets the page go on", () => {
    click("a");
    click("b");
    mock.timers.tick(PATIENCE);
    assert.equal(outbox.acknowledge(2), true);
    assert.deepEqual(shown(), ["a", "?", "b"]);
    assert.equal(outbox.acknowledge(3), true);
    assert.equal(outbox.isIdle, true);
});

test("a kernel that was busy acknowledges both, and the second one is no news", () => {
    click("a");
    click("b");
    mock.timers.tick(PATIENCE);
    assert.equal(outbox.acknowledge(1), true);
    assert.equal(outbox.acknowledge(2), false);
    assert.deepEqual(shown(), ["a", "?", "b"]);
    mock.timers.tick(PATIENCE - 1);
    assert.equal(lost, 1);
});

test("what waits is sent when the page goes away", () => {
    type("x");
    type("xy");
    click("add");
    outbox.flush();
    assert.deepEqual(sent.map((message) => message.number), [1, 2, 3]);
    assert.deepEqual(shown(), ["x", "xy", "add"]);
    assert.equal(outbox.acknowledge(2), false);
    assert.equal(outbox.acknowledge(3), true);
    assert.equal(outbox.isIdle, true);
});

test("nothing is asked for after the end", () => {
    click("a");
    outbox.stop();
    mock.timers.tick(PATIENCE);
    assert.equal(lost, 0);
    assert.equal(sent.length, 1);
});
