/** How hard a password is to guess, from 0 (at once) to 4 (not in a lifetime). */
export type Strength = 0 | 1 | 2 | 3 | 4;

type Measure = (password: string, known: readonly string[]) => Strength;

let loading: Promise<Measure> | undefined;

async function load(): Promise<Measure> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, known) => zxcvbn.check(password, [...known]).score;
}

/**
 * Measures a password against dictionaries and patterns that guessers try, and against what else
 * is `known` of its owner. The dictionaries are loaded when they are first needed.
 */
export async function measureStrength(
  password: string,
  known: readonly string[],
): Promise<Strength> {
  loading ??= load();
  // Beyond this length the measure takes long and nothing changes.
  return (await loading)(password.slice(0, 100), known);
}
