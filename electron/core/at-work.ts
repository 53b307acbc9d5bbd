/**
 * A person is taken to be at work for this long after the last sign of it, milliseconds. It is short:
 * the first sign afterwards counts at once.
 */
export const AT_WORK_TIME = 60_000;
