import assert from "node:assert/strict";
import { test } from "node:test";

import { formatDay, formatHour, formatLeft } from "../../static/js/clock.js";

test("time that is left is told in seconds, then in minutes, and never below nothing", () => {
  const told = [-5000, 0, 89_600, 90_000, 91_000, 121_000].map(formatLeft);
  assert.deepEqual(told, ["0 s", "0 s", "90 s", "90 s", "2 min", "3 min"]);
});

test("a deadline is told with its day by the clock of this browser", () => {
  assert.equal(formatDay(new Date(2026, 11, 1, 18, 0), "en-GB"), "Tue 1 Dec, 18:00");
});

test("an hour is told by the clock of this browser", () => {
  assert.equal(formatHour(new Date(2026, 10, 3, 7, 5)), "07:05");
});
