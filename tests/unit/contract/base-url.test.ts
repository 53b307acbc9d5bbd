import { describe, expect, it } from 'vitest';
import { readBaseUrl, tidyBaseUrl } from '@contract/connections';

describe('a base URL that was pasted', () => {
  it.each([
    ['https://https://api.example.com', 'https://api.example.com'],
    ['https://http://https://api.example.com/v2', 'https://api.example.com'],
    ['https://api.example.com/v2/auth/login', 'https://api.example.com'],
    ['https://api.example.com/auth/login/', 'https://api.example.com'],
    ['https://api.example.com/v2/v2/', 'https://api.example.com'],
    ['https://api.example.com/fleet/v2/vehicles/abc/tracking', 'https://api.example.com/fleet'],
    ['https://api.example.com\u200B', 'https://api.example.com'],
    ['\uFEFFhttps://api.exam\u00ADple.com/v2\u200E ', 'https://api.example.com'],
    ['https://api.example.com/fleet', 'https://api.example.com/fleet'],
    ['https://vehicles.example.com/users', 'https://vehicles.example.com/users'],
  ])('%j leads to %s', (typed, base) => {
    expect(readBaseUrl(typed)).toMatchObject({ ok: true, base });
    expect(readBaseUrl(tidyBaseUrl(typed))).toMatchObject({ ok: true, base });
  });

  it.each([
    ['https://api.example.com/v2/vehicles?limit=2', 'query'],
    ['https://', 'not-a-url'],
    ['\u200B', 'empty'],
  ])('%j is refused with a sentence', (typed, problem) => {
    expect(readBaseUrl(typed)).toEqual({ ok: false, problem });
  });
});
