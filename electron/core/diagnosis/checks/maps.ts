import type { Check } from '../check';

/** Whether the maps that were added can be read. */
export const checkMaps: Check = ({ mapSources }) => {
  const { sources } = mapSources.state();
  if (sources.length === 0) return ['fine', 'builtIn'];
  const failures = sources.flatMap(({ name, fault }) =>
    fault === null ? [] : [{ name, error: fault }],
  );
  const n = sources.length;
  if (failures.length === 0) return ['fine', 'readable', { n }];
  const shown = sources.filter((source) => source.shown && source.fault !== null);
  const names = failures.map(({ name }) => name).join(', ');
  return [shown.length > 0 ? 'failed' : 'warning', 'broken', { n, names }, failures];
};
