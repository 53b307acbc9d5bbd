import type { Learned, LearnedFacts } from './learned';
import type { Profile } from './profile';
import { diffProfile, type ProfileDifference } from './profile-diff';

/** Everything that a person can be shown about the profile of a connection. */
export interface ProfileView {
  readonly profile: Profile;
  /** Keys that differ from the built-in profile. */
  readonly differences: readonly ProfileDifference[];
  /** What trying has taught: parameters that an endpoint refuses, the first page's number. */
  readonly learned: LearnedFacts;
}

/** A profile, with what was learned of the deployment under it. */
export function viewProfile({
  profile,
  learned,
}: {
  readonly profile: Profile;
  readonly learned: Pick<Learned, 'facts'>;
}): ProfileView {
  return {
    profile,
    differences: diffProfile(profile),
    learned: learned.facts(),
  };
}
