import { describe, expect, it } from 'vitest';
import { hasSecrets, rawText } from '@/features/records/raw-text';

const chip = { id: 'x', attributes: { serial: '8955', apn_password: 'hunter2' } };

describe('a raw record', () => {
  it('covers its secrets until they are asked for', () => {
    expect(rawText('chips', chip, false)).not.toContain('hunter2');
    expect(rawText('chips', chip, false)).toContain('8955');
    expect(JSON.parse(rawText('chips', chip, true))).toEqual(chip);
    expect(hasSecrets('chips', chip)).toBe(true);
  });

  it('without secrets has nothing to cover', () => {
    expect(hasSecrets('vehicles', { id: 'x', attributes: { plate: 'ABC' } })).toBe(false);
    expect(hasSecrets('chips', { attributes: { apn_password: null } })).toBe(false);
  });
});
