import { builtInCollections } from './collections';

/** The screens that have a digit of their own, in the order of the rail: Ctrl+1 is the map. */
export const numberedScreens = ['map', 'replay', ...builtInCollections, 'outbox'] as const;

/** The built-in screens, as rail and menu list them; a service profile adds its own. */
export const builtInScreens = [
  ...(['map', 'replay', 'zones'] as const),
  ...builtInCollections,
  ...(['outbox', 'alerts', 'settings'] as const),
] as const;

/** A built-in screen. */
export type BuiltInScreen = (typeof builtInScreens)[number];

/** The address of a built-in screen inside the page. */
export function addressOfScreen(name: BuiltInScreen): string {
  return `/${name}`;
}

/**
 * The key of a screen, as pages write keys (`mod` is Ctrl, ⌘ on a Mac); undefined for a screen that
 * has none, as there are nine digits.
 */
export function keysOfScreen(name: string): string | undefined {
  if (name === 'settings') return 'mod+,';
  const digit = numberedScreens.findIndex((numbered) => numbered === name) + 1;
  return digit === 0 ? undefined : `mod+${digit}`;
}
