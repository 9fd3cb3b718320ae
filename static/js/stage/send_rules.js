// What sending forms computes without touching the page: the ids of commands, and taps that come twice.

/**
 * Sixteen random bytes as a UUID of version 4.
 * @param {Uint8Array} bytes
 */
export function formatUuid(bytes) {
  const marked = Uint8Array.from(bytes);
  marked[6] = (marked[6] & 0x0f) | 0x40;
  marked[8] = (marked[8] & 0x3f) | 0x80;
  const digits = [...marked].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A finger that taps twice within so many milliseconds and pixels has tapped once. */
const TAP_MILLISECONDS = 400;
const TAP_PIXELS = 24;

/**
 * Whether a tap repeats the tap before it.
 * @param {{ at: number, x: number, y: number }} before
 * @param {{ at: number, x: number, y: number }} tap
 */
export function isSecondTap(before, tap) {
  const isNear = Math.hypot(tap.x - before.x, tap.y - before.y) < TAP_PIXELS;
  return isNear && tap.at - before.at < TAP_MILLISECONDS;
}
