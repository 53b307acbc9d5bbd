/**
 * The colors behind the page until it draws: the same as `--surface-backdrop` in the page's
 * tokens, so that opening the window in the dark does not flash.
 */
export const windowBackgrounds = { light: '#eff1f4', dark: '#0d0f13' };
