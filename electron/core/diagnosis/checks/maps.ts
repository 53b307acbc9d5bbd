import type { Check } from '../check';

/** Whether the maps that were added can be read. */
export const checkMaps: Check = ({ mapSources }) => {
  const { sources } = mapSources.state();
  if (sources.length === 0) return ['fine', 'builtIn'];
  const broken = sources.filter(({ fault }) => fault !== null);
  const n = sources.length;
  if (broken.length === 0) return ['fine', 'readable', { n }];
  const names = broken.map(({ name, fault }) => `${name} (${fault?.reason ?? fault?.code ?? ''})`);
  const shown = sources.filter((source) => source.shown && source.fault !== null);
  return [shown.length > 0 ? 'failed' : 'warning', 'broken', { n, names: names.join(', ') }];
};
