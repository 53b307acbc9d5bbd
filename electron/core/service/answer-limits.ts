const kB = 1024;
const MB = 1024 * kB;

/** Bytes of an answer that is no success: a message for a person, and fields of what was sent. */
export const largestRefusal = MB;

/** Bytes above which a successful answer is refused; an operation declares which one is its own. */
export const answerSizes = {
  position: 64 * kB,
  /** One record, a write or a sign-in: what holds where an operation declares nothing. */
  record: MB,
  /** Also the drives of a day, whose line has 86,400 places at most. */
  list: 4 * MB,
  /**
   * A day of 86,400 detailed fixes is about 17 MB. It alone is larger than what is parsed at once:
   * it is handed on as text, to be read in a worker.
   */
  day: 32 * MB,
} as const;

/** How long an answer may take, milliseconds; an operation declares which one is its own. */
export const answerTimes = {
  /** What holds where an operation declares nothing. */
  usual: 30_000,
  /** Trajectory data of a whole day is large. */
  trajectory: 90_000,
} as const;
