/**
 * The fuses of a built app: bits in Electron's binary that switch parts of it off for good.
 *
 * @typedef {Readonly<Record<string, boolean>>} Fuses by the names that electron-builder uses
 */

/**
 * The fuses of a configuration, without the switch for signing that is among them.
 * @param {import('electron-builder').Configuration} config
 * @returns {Fuses}
 */
export function configuredFuses({ electronFuses }) {
  const fuses = { ...Object(electronFuses) };
  delete fuses.resetAdHocDarwinSignature;
  return fuses;
}

/** @param {string} name as electron-builder writes it @returns {string} as @electron/fuses does */
function enumName(name) {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/**
 * Reads fuses back from a built binary.
 * @param {string} executable
 * @param {readonly string[]} names
 * @returns {Promise<Fuses>} only those that this binary has
 */
export async function readFuses(executable, names) {
  const { getCurrentFuseWire, FuseV1Options } = await import('@electron/fuses');
  const wire = /** @type {Record<string, unknown>} */ (
    /** @type {unknown} */ (await getCurrentFuseWire(executable))
  );
  const options = /** @type {Record<string, unknown>} */ (FuseV1Options);
  // The wire holds the characters "0" and "1"; removed fuses have others.
  const states = new Map([
    ['0'.charCodeAt(0), false],
    ['1'.charCodeAt(0), true],
  ]);
  /** @type {Record<string, boolean>} */
  const fuses = {};
  for (const name of names) {
    const state = states.get(Number(wire[String(options[enumName(name)])]));
    if (state !== undefined) fuses[name] = state;
  }
  return fuses;
}

/**
 * The fuses that are not as they are wanted.
 * @param {Fuses} wanted
 * @param {Fuses} found
 * @returns {string[]}
 */
export function wrongFuses(wanted, found) {
  return Object.keys(wanted).filter((name) => wanted[name] !== found[name]);
}
