import { Control } from 'leaflet';
import { attributionParts } from '@contract/rules/attribution';

/** What of Leaflet's control its types leave out. */
interface Inside {
  _container?: HTMLElement;
  /** How many layers have given each attribution. */
  _attributions: Record<string, number>;
}

/**
 * Whose data the map shows, as text with links. Leaflet sets it as markup, which the pages refuse,
 * since these are words of files and servers.
 */
export class LinkedAttribution extends Control.Attribution {
  protected _update(): void {
    const { _container: container, _attributions: counts } = this as unknown as Inside;
    const shown = Object.keys(counts).filter((each) => counts[each]);
    container?.replaceChildren(
      ...shown.flatMap((each, index) => [...(index > 0 ? [', '] : []), ...nodesOf(each)]),
    );
  }
}

function nodesOf(attribution: string): (Node | string)[] {
  return attributionParts(attribution).map(({ text, link }) => {
    if (link === null) return text;
    const anchor = document.createElement('a');
    anchor.textContent = text;
    Object.assign(anchor, { href: link, target: '_blank', rel: 'noreferrer' });
    return anchor;
  });
}
