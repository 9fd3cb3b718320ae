import assert from "node:assert/strict";
import { test } from "node:test";

import { PATIENCE, RETRY, RETRY_SLOWLY, retryDelay } from "../../static/js/retry.js";

test("the first try after a loss is made at once, later ones seldom", () => {
  assert.equal(retryDelay(null, 5000), 0);
  assert.equal(retryDelay(5000, 5000), RETRY);
  assert.equal(retryDelay(5000, 5000 + PATIENCE - 1), RETRY);
  assert.equal(retryDelay(5000, 5000 + PATIENCE), RETRY_SLOWLY);
});
