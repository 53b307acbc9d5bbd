/** Randomness, as core sees it. Tests use a seeded one. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number;
  /** A new identifier of 20 or more URL-safe characters, unguessable. */
  id(): string;
}
