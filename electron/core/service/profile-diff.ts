import { isJsonObject, own, type JsonObject } from './json';
import { defaultProfile, type Profile } from './profile';

/** A key whose value differs between two profiles. */
export interface ProfileDifference {
  /** As in `operations.vehicles.list.path`. */
  readonly path: string;
  /** Undefined where the other profile does not hold the key. */
  readonly base: unknown;
  readonly value: unknown;
}

/** The keys in which a profile differs from another, the built-in one by default. */
export function diffProfile(profile: Profile, base: Profile = defaultProfile): ProfileDifference[] {
  return diffObjects(profile, base, '');
}

function diffObjects(value: JsonObject, base: JsonObject, path: string): ProfileDifference[] {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(value)])];
  return keys.flatMap((key) => {
    const here = path === '' ? key : `${path}.${key}`;
    const mine = own(value, key);
    const theirs = own(base, key);
    if (isJsonObject(mine) && isJsonObject(theirs)) return diffObjects(mine, theirs, here);
    return JSON.stringify(mine) === JSON.stringify(theirs)
      ? []
      : [{ path: here, base: theirs, value: mine }];
  });
}
