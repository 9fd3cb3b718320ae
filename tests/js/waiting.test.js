// Words that wait for the connection: which may, what the server's answer means, and how they come back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { joinBack, judge, mayWait, sortByTime } from "../../static/js/waiting/rules.js";

const SPOKEN = "/me,/em,/w,/whisper";

test("talk, deeds and whispers can wait; dice, help and foes need the server", () => {
  for (const line of ["Hello.", " Hello /roll", "/me nods", "/W storyteller psst", "/whisper x y"]) {
    assert.equal(mayWait(line, SPOKEN), true, line);
  }
  for (const line of ["/roll 8", " /roll 8", "/r 8", "/gmr 3", "/foes 3 x guard", "/help", "/", "/mean", "", "  "]) {
    assert.equal(mayWait(line, SPOKEN), false, line);
  }
});

test("in a post and in notes a slash begins no command", () => {
  assert.equal(mayWait("/roll was all I could say", ""), true);
  assert.equal(mayWait("", ""), false);
});

function answer(status, { redirected = false, headers = {} } = {}) {
  return { status, redirected, headers: new Headers(headers) };
}

test("an answer is final, or the same words are sent later", () => {
  assert.equal(judge(answer(200)), "done");
  assert.equal(judge(answer(204)), "done");
  for (const status of [400, 403, 404, 409, 413, 422]) assert.equal(judge(answer(status)), "refused", String(status));
  for (const status of [429, 500, 502, 503, 504]) assert.equal(judge(answer(status)), "later", String(status));
});

test("a page to sign in is no answer to what was sent", () => {
  assert.equal(judge(answer(200, { redirected: true })), "gone");
  assert.equal(judge(answer(200, { headers: { "HX-Redirect": "/account/login/" } })), "gone");
});

test("what was written first is sent first, and what was given stays as it is", () => {
  const items = [{ at: 3 }, { at: 1 }, { at: 2 }];
  assert.deepEqual(sortByTime(items), [{ at: 1 }, { at: 2 }, { at: 3 }]);
  assert.deepEqual(items, [{ at: 3 }, { at: 1 }, { at: 2 }]);
});

test("words that are taken back join what was typed meanwhile", () => {
  assert.equal(joinBack("old", "", " "), "old");
  assert.equal(joinBack("old", "new", " "), "old new");
  assert.equal(joinBack("old", "the old and the new", "\n"), "the old and the new");
});
