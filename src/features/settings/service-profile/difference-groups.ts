import type { Translate } from '@/i18n/i18n';

type Group =
  'name' | 'limits' | 'requests' | 'errors' | 'tracking' | 'thresholds' | 'optional' | 'resources';

/** First key of a path in a service profile → what a person would call it. */
const groups: Readonly<Record<string, Group>> = {
  name: 'name',
  limits: 'limits',
  atomicLists: 'requests',
  publicKey: 'requests',
  parameters: 'requests',
  paging: 'requests',
  operations: 'requests',
  errors: 'errors',
  tracking: 'tracking',
  silence: 'thresholds',
  motion: 'thresholds',
  trajectories: 'thresholds',
  optionalOperations: 'optional',
  resources: 'resources',
};

function groupOf(path: string): Group | undefined {
  const [first = ''] = path.split('.');
  return Object.hasOwn(groups, first) ? groups[first] : undefined;
}

/** What a key of a service profile is about, in words; empty for one that no version had yet. */
export function aboutWhat(path: string, t: Translate): string {
  const group = groupOf(path);
  return group === undefined ? '' : t(`serviceProfile.differences.groups.${group}`);
}

/** What several keys are about, in words, each once; its name only where it is all there is. */
export function aboutAll(paths: readonly string[], t: Translate): string {
  const isAlone = paths.every((path) => groupOf(path) === 'name');
  const counted = isAlone ? paths : paths.filter((path) => groupOf(path) !== 'name');
  return [...new Set(counted.map((path) => aboutWhat(path, t)))].filter(Boolean).join(', ');
}
