import assert from "node:assert/strict";
import { test } from "node:test";

import { formatUuid, isSecondTap } from "../../../static/js/stage/send_rules.js";

test("a command id is a UUID of version 4", () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 17);
  assert.equal(formatUuid(bytes), "00112233-4455-4677-8899-aabbccddeeff");
  assert.match(formatUuid(new Uint8Array(16).fill(255)), /^f{8}-f{4}-4fff-bfff-f{12}$/);
  assert.equal(bytes[6], 102, "the bytes that were given stay as they are");
});

test("two taps count as one only near one another and soon after one another", () => {
  const first = { at: 1000, x: 50, y: 50 };
  assert.equal(isSecondTap(first, { at: 1399, x: 60, y: 60 }), true);
  assert.equal(isSecondTap(first, { at: 1400, x: 60, y: 60 }), false);
  assert.equal(isSecondTap(first, { at: 1100, x: 50, y: 74 }), false);
  assert.equal(isSecondTap({ at: -Infinity, x: 0, y: 0 }, { at: 0, x: 0, y: 0 }), false);
});
