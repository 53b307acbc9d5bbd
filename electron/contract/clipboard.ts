/** The longest text that a page may put on the clipboard, characters: a large list in all columns. */
export const COPIED_AT_MOST = 5_000_000;
