/** Sentences by key, of any depth. */
export type Tree = { [key: string]: string | Tree };
