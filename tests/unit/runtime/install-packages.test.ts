import { describe, expect, it } from 'vitest';
import { isInstalled } from '../../../electron/runtime/install-packages.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/vue': { version: '3.5.0' },
    'node_modules/fsevents': { version: '2.3.3', optional: true },
  },
};

describe('whether the packages are installed', () => {
  it('compares the lock file with what npm has recorded', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/vue': { version: '3.5.0' } } })).toBe(
      true,
    );
  });

  it('is not so when a package is missing, older, or no longer wanted', () => {
    expect(isInstalled(lock, { packages: {} })).toBe(false);
    expect(isInstalled(lock, { packages: { 'node_modules/vue': { version: '3.4.0' } } })).toBe(
      false,
    );
    const more = {
      'node_modules/vue': { version: '3.5.0' },
      'node_modules/x': { version: '1.0.0' },
    };
    expect(isInstalled(lock, { packages: more })).toBe(false);
  });

  it('is not so when an optional package that is there has another version', () => {
    const packages = {
      'node_modules/vue': { version: '3.5.0' },
      'node_modules/fsevents': { version: '2.0.0' },
    };
    expect(isInstalled(lock, { packages })).toBe(false);
  });

  it('is not so without a record: npm writes it last', () => {
    expect(isInstalled(lock, undefined)).toBe(false);
  });
});
