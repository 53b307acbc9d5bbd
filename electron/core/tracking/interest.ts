/** Why a vehicle may matter to somebody now. */
export interface Interest {
  onScreen: boolean;
  selected: boolean;
  followed: boolean;
  moving: boolean;
  pinned: boolean;
  /** Nothing is known of where it is. */
  unseen: boolean;
}

/** The crowds that share a part of the looks; the few that are attended each have their own. */
export type Crowd = 'on-screen' | 'off-screen' | 'attended';

/**
 * √weights. The time between two looks goes with 1/√weight, so these read as ratios of pace: a
 * vehicle on screen is looked at eight times as often as one that is not.
 */
const pace = {
  offScreen: 1,
  onScreen: 8,
  selected: 120,
  followed: 320,
  moving: 2,
  pinned: 3,
  unseen: 2,
} as const;

/**
 * Crowds above these sizes share what a crowd of this size gets, so that a followed vehicle stays
 * fresh over a full map, and a full map over a fleet of thousands.
 */
const crowdLimit = { onScreen: 150, offScreen: 300 } as const;

/** A vehicle's crowd and its weight within it, above 0. */
export function weigh(interest: Interest): { group: Crowd; weight: number } {
  let root: number = interest.onScreen ? pace.onScreen : pace.offScreen;
  if (interest.moving) root *= pace.moving;
  if (interest.pinned) root *= pace.pinned;
  if (interest.unseen) root *= pace.unseen;
  if (interest.selected || interest.followed) {
    const attended = interest.followed ? pace.followed : pace.selected;
    return { group: 'attended', weight: Math.max(root, attended) ** 2 };
  }
  return { group: interest.onScreen ? 'on-screen' : 'off-screen', weight: root ** 2 };
}

/** By what the √weights of the crowds are multiplied, for their sizes. */
export function crowdFactors(onScreen: number, offScreen: number): Record<Crowd, number> {
  const shown = Math.min(1, crowdLimit.onScreen / Math.max(1, onScreen));
  const hidden = Math.min(1, crowdLimit.offScreen / Math.max(1, offScreen), shown);
  return { 'on-screen': shown, 'off-screen': hidden, attended: 1 };
}
