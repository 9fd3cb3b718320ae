// Moments and times that are left, in words, by the clock of this browser.

/**
 * Time that is left, in seconds up to a minute and a half and then in minutes.
 * @param {number} milliseconds
 */
export function formatLeft(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
}

/**
 * Weekday, day and hour by the clock of this browser, as "Tue 1 Dec, 18:00".
 * @param {Date} moment
 * @param {string} language
 */
export function formatDay(moment, language = document.documentElement.lang) {
  const day = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short" }).format(moment);
  return `${day}, ${formatHour(moment)}`;
}

/**
 * Hour and minute by the clock of this browser.
 * @param {Date} moment
 */
export function formatHour(moment) {
  return [moment.getHours(), moment.getMinutes()].map((number) => String(number).padStart(2, "0")).join(":");
}
