import { describe, expect, it } from 'vitest';
import type { Alert } from '@contract/alerts';
import { alertsCsvHead, alertsCsvLines } from '@core/alerts/alerts-csv';
import { vehicleId } from './alert-house';

const at = Date.UTC(2026, 2, 10, 12);
const alert: Alert = {
  ...{ id: 'a', ruleId: 'fast', ruleName: 'Fast, "very"', kind: 'speed', vehicleId: vehicleId(1) },
  ...{ at, fixAt: at, foundAt: at + 90_000, endedAt: null, checkedEvery: 60 },
  ...{ place: { latitude: -10.5, longitude: -48.25 }, figures: { speed: 91.5, limit: 80 } },
  ...{ isAfterOutage: false, acknowledged: null, note: '=1+1', assignedTo: null },
};

describe('the table of alerts', () => {
  it('has times with their offset, quotes what has to be, and no formulas', () => {
    const table = { timeZone: 'America/Araguaina', plateOf: () => 'MWX-1234' };
    expect(alertsCsvHead()).toMatch(/^\uFEFFtime,found,.*,note\r\n$/);
    expect(alertsCsvLines([], table)).toBe('');
    expect(alertsCsvLines([alert, { ...alert, ruleName: 'Fast' }], table)).toBe(
      [
        `2026-03-10T09:00:00.000-03:00,2026-03-10T09:01:30.000-03:00,90,,"Fast, ""very""",speed,` +
          `MWX-1234,vehicle00000001,,91.5,,,80,-10.5,-48.25,60,no,,,,"'=1+1"\r\n`,
        `2026-03-10T09:00:00.000-03:00,2026-03-10T09:01:30.000-03:00,90,,Fast,speed,` +
          `MWX-1234,vehicle00000001,,91.5,,,80,-10.5,-48.25,60,no,,,,"'=1+1"\r\n`,
      ].join(''),
    );
  });

  it.each([
    ['UTC', '2026-03-10T12:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-10T17:30:00.000+05:30'],
    ['America/St_Johns', '2026-03-10T09:30:00.000-02:30'],
  ])('has times of %s', (timeZone, time) => {
    const [line = ''] = alertsCsvLines([alert], { timeZone, plateOf: () => null }).split(',');
    expect(line).toBe(time);
  });
});
