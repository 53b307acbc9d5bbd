/**
 * What the commands say to a person. It goes to stderr, so that stdout stays free for results
 * (the demo service's one line, a test report).
 */

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** @param {number} ms */
export function duration(ms) {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`;
}

/**
 * Shows how far a download has come: one line that renews itself in a terminal, elsewhere a line
 * for every tenth.
 * @param {string} title
 * @param {number} total bytes
 * @param {{isTTY?: boolean, write: (text: string) => unknown}} [out]
 */
export function progress(title, total, out = process.stderr) {
  let lastShown = -1;
  return {
    /** @param {number} done bytes */
    update(done) {
      const percent = Math.max(0, Math.min(100, Math.floor((done / total) * 100)));
      const shown = out.isTTY ? percent : percent - (percent % 10);
      if (shown <= lastShown) return;
      lastShown = shown;
      const line = `${title}: ${shown} % of ${megabytes(total)}`;
      out.write(out.isTTY ? `\r${line}` : `${line}\n`);
    },
    end() {
      if (out.isTTY && lastShown >= 0) out.write('\n');
    },
  };
}
