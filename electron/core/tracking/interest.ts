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

/** How many vehicles share the two large crowds; from {@link crowdStep}. */
export interface Crowd {
  onScreen: number;
  offScreen: number;
}

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

/** A crowd's size in steps of about 20 %, so that weights stay put while it changes a little. */
export function crowdStep(size: number): number {
  return size < 1 ? 0 : Math.round(2 ** (Math.round(Math.log2(size) * 4) / 4));
}

/** The weight of a vehicle in the freshness schedule, above 0. */
export function weigh(interest: Interest, crowd: Crowd): number {
  const onScreen = pace.onScreen * Math.min(1, crowdLimit.onScreen / Math.max(1, crowd.onScreen));
  const offScreen =
    pace.offScreen *
    Math.min(1, crowdLimit.offScreen / Math.max(1, crowd.offScreen), onScreen / pace.onScreen);
  let root = interest.onScreen ? onScreen : offScreen;
  if (interest.moving) root *= pace.moving;
  if (interest.pinned) root *= pace.pinned;
  if (interest.unseen) root *= pace.unseen;
  if (interest.selected) root = Math.max(root, pace.selected);
  if (interest.followed) root = Math.max(root, pace.followed);
  return root ** 2;
}
