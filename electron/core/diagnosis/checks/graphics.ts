import type { Check } from '../check';

/** Whether the map is drawn by a graphics processor. */
export const checkGraphics: Check = async ({ probe, graphics }) => {
  const { isAccelerated, device } = await probe.graphics();
  const { losses } = graphics.state();
  if (losses > 0) return ['warning', 'lost', { n: losses }];
  return isAccelerated ? ['fine', 'accelerated', { device }] : ['warning', 'software'];
};
