import type { LearnedFacts } from './learned';
import { features, type Feature } from './optional-features';
import type { Profile } from './profile';
import { diffProfile, type ProfileDifference } from './profile-diff';
import type { Target } from './target';

/** Everything that a person can be shown about the profile of the connection in use. */
export interface ProfileView {
  readonly profile: Profile;
  /** Keys that differ from the built-in profile. */
  readonly differences: readonly ProfileDifference[];
  /** What is offered beyond the document. */
  readonly features: Readonly<Record<Feature, boolean>>;
  /** What trying has taught: parameters that an endpoint refuses, the first page's number. */
  readonly learned: LearnedFacts;
}

/** The profile of a target, with what was learned of the deployment. */
export function viewProfile({
  profile,
  learned,
}: Pick<Target, 'profile' | 'learned'>): ProfileView {
  return {
    profile,
    differences: diffProfile(profile),
    features: features(profile),
    learned: learned.facts(),
  };
}
