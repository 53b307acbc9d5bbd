/** Why a vehicle may matter to somebody now. */
export interface Interest {
  onScreen: boolean;
  selected: boolean;
  followed: boolean;
  moving: boolean;
  pinned: boolean;
  /** Nothing is known of where it is. */
  unseen: boolean;
  /** It is under an open alert, or about to give one. */
  onAlert?: boolean;
}

/** The crowds that share a part of the looks; the few that are attended each have their own. */
export type Crowd = 'unseen' | 'on-screen' | 'off-screen' | 'attended';

/**
 * √weights. The time between two looks goes with 1/√weight, so these read as ratios of pace: a
 * vehicle on screen is looked at eight times as often as one that is not.
 */
const pace = {
  offScreen: 1,
  onScreen: 8,
  /** It may well belong on the screen: a map that lacks vehicles misleads more than an old one. */
  unseen: 16,
  /** A person reads its row, and it is empty; one look settles that. */
  unseenOnScreen: 32,
  selected: 120,
  followed: 320,
  moving: 2,
  pinned: 3,
  /** Both: this much more often than otherwise, and as often as what moves on screen. */
  onAlert: 2,
  onAlertAtLeast: 16,
} as const;

/**
 * Crowds above these sizes share what a crowd of this size gets, so that a followed vehicle stays
 * fresh over a full map, and a full map over a fleet of thousands.
 */
const crowdLimit = { unseen: 60, onScreen: 150, offScreen: 300 } as const;

/** A vehicle's crowd and its weight within it, above 0. */
export function weigh(interest: Interest): { group: Crowd; weight: number } {
  let root: number = interest.onScreen ? pace.onScreen : pace.offScreen;
  if (interest.moving) root *= pace.moving;
  if (interest.pinned) root *= pace.pinned;
  if (interest.selected || interest.followed) {
    const attended = interest.followed ? pace.followed : pace.selected;
    return { group: 'attended', weight: Math.max(root, attended) ** 2 };
  }
  if (interest.onAlert === true && !interest.unseen) {
    // They are few: the caller that chooses them sees to that.
    const least = Math.max(root * pace.onAlert, pace.onAlertAtLeast);
    return { group: 'attended', weight: least ** 2 };
  }
  if (interest.unseen) root = Math.max(root, interest.onScreen ? pace.unseenOnScreen : pace.unseen);
  const group = interest.onScreen ? 'on-screen' : interest.unseen ? 'unseen' : 'off-screen';
  return { group, weight: root ** 2 };
}

/** How many vehicles are in the crowds that share. */
export type CrowdSizes = Record<Exclude<Crowd, 'attended'>, number>;

/** By what the √weights of the crowds are multiplied, for their sizes. */
export function crowdFactors(sizes: CrowdSizes): Record<Crowd, number> {
  const share = (limit: number, size: number): number => Math.min(1, limit / Math.max(1, size));
  const shown = share(crowdLimit.onScreen, sizes['on-screen']);
  return {
    unseen: share(crowdLimit.unseen, sizes.unseen),
    'on-screen': shown,
    'off-screen': Math.min(share(crowdLimit.offScreen, sizes['off-screen']), shown),
    attended: 1,
  };
}
