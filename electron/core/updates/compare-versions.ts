/** What a version looks like: three numbers, and perhaps the name of one that comes before it. */
export const versionForm = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.-]{1,40})?$/;

/** Compares two versions as Semantic Versioning does: above 0 where the first one is newer. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [partsOf(a), partsOf(b)];
  const byNumbers = compareParts(first.numbers, second.numbers);
  if (byNumbers !== 0) return byNumbers;
  // A version comes after all that lead to it.
  if (first.early.length === 0 || second.early.length === 0) {
    return second.early.length - first.early.length;
  }
  return compareParts(first.early, second.early);
}

function partsOf(version: string): { numbers: string[]; early: string[] } {
  const [numbers = '', ...early] = version.split('-');
  return {
    numbers: numbers.split('.'),
    early: early.length === 0 ? [] : early.join('-').split('.'),
  };
}

function compareParts(first: readonly string[], second: readonly string[]): number {
  for (const [index, part] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    const compared = comparePart(part, other);
    if (compared !== 0) return compared;
  }
  return first.length - second.length;
}

function comparePart(part: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(part) - Number(other);
  // A number comes before words.
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (part === other) return 0;
  return part < other ? -1 : 1;
}
