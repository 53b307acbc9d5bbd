import { app } from 'electron';

/**
 * What a build is for: `source` runs from a clone, `release` is what people install, `test` is a
 * release that tests can drive. The build sets this one constant; nothing else differs between a
 * release and its test package.
 */
export type BuildKind = 'source' | 'release' | 'test';

declare const __FLEETDESK_BUILD__: BuildKind | undefined;

const built = typeof __FLEETDESK_BUILD__ === 'undefined' ? 'source' : __FLEETDESK_BUILD__;

/** The kind of this app. A build from a clone that somebody packed is held to a release's rules. */
export const buildKind: BuildKind = built === 'source' && app.isPackaged ? 'release' : built;

/** Whether the switches of tests are taken. */
export const isTestable = buildKind !== 'release';

/** Whether the app runs from a clone: it may load pages of a development server then. */
export const isSource = buildKind === 'source';
