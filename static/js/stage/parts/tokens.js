// The sign of somebody in lists, and a bar that is filled to a share.

import * as dialect from "../dialect.js";
import { drawChip } from "../pictures/token.js";

const { nothing, svg } = dialect;

/**
 * @param {any} who
 * @param {number} size px
 */
export const token = (who, size) => drawChip(dialect, who, size);

/**
 * A bar that is filled to a share between 0 and 1.
 * @param {number} share
 * @param {number} width
 * @param {number} height
 * @param {string} [tone]
 */
export function bar(share, width, height, tone = "") {
  const long = Math.round(Math.max(0, Math.min(1, share)) * (width - 2) * 10) / 10;
  const fill = tone ? `fill fill--${tone}` : "fill";
  const box = `0 0 ${width} ${height}`;
  return svg`<svg class="bar" width=${width} height=${height} viewBox=${box} preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" x=".5" y=".5" width=${width - 1} height=${height - 1}></rect>${long ? svg`<rect class=${fill} x="1" y="1" width=${long} height=${height - 2}></rect>` : nothing}</svg>`;
}
