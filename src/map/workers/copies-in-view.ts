/**
 * In which copies of the world something is in view; the world comes again every `scale` pixels.
 * Copies are counted to the east, 0 being the one from longitude −180 to 180.
 * @param span from its western to its eastern end, units of the world
 * @param margin how far it reaches beyond its ends, CSS pixels
 */
export function copiesInView(
  span: { west: number; east: number },
  view: { left: number; width: number; scale: number },
  margin: number,
): number[] {
  const first = Math.ceil((view.left - margin) / view.scale - span.east);
  const last = Math.floor((view.left + view.width + margin) / view.scale - span.west);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
