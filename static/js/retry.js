// When a page that has lost the server tries to reach it again.

/** Milliseconds between two tries to reach the server. */
export const RETRY = 500;
/** The same for a page that has been offline for longer than `PATIENCE`. */
export const RETRY_SLOWLY = 4000;
export const PATIENCE = 60000;

/**
 * How long to wait before the next try. The first try is made at once: most often the server has only asked the page
 * to connect again. Asking whether the server is there costs it next to nothing, but browsers hold back a page that
 * opens many sockets in vain: so the page asks often and opens a socket only after an answer.
 * @param {number | null} lostAt when the connection was lost, in milliseconds; null if it is lost just now
 * @param {number} now
 */
export function retryDelay(lostAt, now) {
  if (lostAt === null) return 0;
  return now - lostAt < PATIENCE ? RETRY : RETRY_SLOWLY;
}
