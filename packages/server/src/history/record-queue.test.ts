import { expect, test } from "vitest";
import { buildExecution } from "../../testing/execution-record.ts";
import { RecordQueue, type WaitingRecord } from "./record-queue.ts";

const mebibyte = 1024 * 1024;
const mostHeld = 64 * mebibyte;

const build = (size: number): WaitingRecord => ({
  record: buildExecution(),
  since: 0,
  size,
  resolve: () => {},
});

test("there is room again for what was written, not for what is tried again", () => {
  const queue = new RecordQueue();
  queue.add(build(mostHeld));
  expect(queue.hasRoom(1)).toBe(false);
  queue.takeBatch();
  expect(queue.hasRoom(1)).toBe(false);
  queue.putBack();
  expect(queue.hasRoom(1)).toBe(false);
  queue.takeBatch();
  queue.endBatch();
  expect(queue.hasRoom(mostHeld)).toBe(true);
  expect(queue.hasRoom(mostHeld + 1)).toBe(false);
});

test("records are written in the order in which they came, also those that are tried again", () => {
  const queue = new RecordQueue();
  const [first, second, third] = [build(3 * mebibyte), build(3 * mebibyte), build(1)];
  queue.add(first);
  queue.add(second);
  expect(queue.takeBatch()).toEqual([first, second]);
  queue.add(third);
  queue.putBack();
  expect(queue.takeBatch()).toEqual([first, second]);
  queue.endBatch();
  expect(queue.takeBatch()).toEqual([third]);
});

test("only so many records wait", () => {
  const queue = new RecordQueue();
  for (let count = 0; count < 20_000; count++) {
    expect(queue.hasRoom(0)).toBe(true);
    queue.add(build(0));
  }
  expect(queue.hasRoom(0)).toBe(false);
});
