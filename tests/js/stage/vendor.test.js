// The modules of lit-html are those of version 3.3.3 as npm has them, without the lines that name maps.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../static/js/vendor/lit-html/", import.meta.url);
const DIGESTS = {
  "directive-helpers.js": "784b94f8f7995de124d2f63bc70f8ed8c8ba6731c7e5deeb96176462cc7f4e7b",
  "directive.js": "28d10666ee53ea4177bd2d5a53e85f0c4b8a09641289f6899206feec12d758df",
  "directives/guard.js": "a49875b4412d07d098d53e39a94f3d48c875c1b9e88be819ce83f574fe3082ee",
  "directives/repeat.js": "34e618f670a0b84d5a012dac581aa9ff48b7f0fc13114abce252e23f75560fc6",
  "directives/unsafe-html.js": "8556079c98858dc1f24f5fa25fddbaafb584bf9d5b36e5a000e890812681c50e",
  "lit-html.js": "22115ca1002e4afc0dd2cb208f28d9c71a577a8989d4185028e26b29676e7842",
};

const list = (under = "") =>
  readdirSync(new URL(under, FOLDER), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? list(`${under}${entry.name}/`) : [`${under}${entry.name}`],
  );

test("the vendored modules are the published ones", () => {
  const found = list().filter((name) => name.endsWith(".js"));
  const digests = found.map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(new URL(name, FOLDER)))
      .digest("hex"),
  ]);
  assert.deepEqual(Object.fromEntries(digests), DIGESTS);
});

test("their licence is kept beside them", () => {
  assert.match(readFileSync(new URL("LICENSE", FOLDER), "utf8"), /BSD 3-Clause/);
});
