/** A place in the help, as an address or a link names it. */
export type HelpPlace = { article: string; anchor: string | null };
