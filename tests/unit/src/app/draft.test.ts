import { describe, expect, it } from 'vitest';
import {
  blankDraft,
  completeBaseUrl,
  draftOf,
  nameFromUrl,
  needsPlainConsent,
  problemsOf,
  toDraft,
} from '@/app/connection/draft';
import { officeConnections } from '../../../mocked-main/office/connections';

const filled = { ...blankDraft('UTC'), name: 'Office', baseUrl: 'https://fleet.example/v2' };

describe('a connection in a form', () => {
  it.each([
    ['fleet.example.com', 'https://fleet.example.com'],
    ['fleet.example.com:8443/api/v2', 'https://fleet.example.com:8443/api/v2'],
    ['http://fleet.example.com', 'http://fleet.example.com'],
    ['localhost', 'localhost'],
    ['not an address', 'not an address'],
    ['', ''],
  ])('completes %j to %j', (typed, complete) => {
    expect(completeBaseUrl(typed)).toBe(complete);
  });

  it('is called after its host', () => {
    expect(nameFromUrl('https://fleet.example.com:8443/v2/')).toBe('fleet.example.com:8443');
    expect(nameFromUrl('http://10.0.0.5')).toBe('10.0.0.5');
    expect(nameFromUrl('fleet')).toBe('');
  });

  it('names what is wrong with each field', () => {
    expect(problemsOf(blankDraft('UTC'))).toEqual({ name: 'empty', baseUrl: 'empty', share: null });
    expect(problemsOf(filled)).toEqual({ name: null, baseUrl: null, share: null });
    expect(problemsOf({ ...filled, baseUrl: 'ftp://fleet.example' }).baseUrl).toBe('scheme');
  });

  it.each([
    ['', null],
    ['12', null],
    ['3', 'number'],
    ['4.5', 'number'],
    ['many', 'number'],
    ['10001', 'number'],
  ])('takes %j requests a minute: %s', (share, problem) => {
    expect(problemsOf({ ...filled, share }).share).toBe(problem);
  });

  it('asks for consent to plain HTTP to another machine alone, and keeps it for that alone', () => {
    const plain = { ...filled, baseUrl: 'http://10.0.0.5' };
    expect(needsPlainConsent(plain.baseUrl)).toBe(true);
    expect(needsPlainConsent('http://127.0.0.1:8080')).toBe(false);
    expect(problemsOf(plain).baseUrl).toBe('plain-http');
    expect(problemsOf({ ...plain, allowPlainHttp: true }).baseUrl).toBeNull();
    expect(toDraft({ ...plain, allowPlainHttp: true }).allowPlainHttp).toBe(true);
    expect(toDraft({ ...filled, allowPlainHttp: true }).allowPlainHttp).toBe(false);
  });

  it('comes back unchanged from a saved one', () => {
    for (const connection of officeConnections(0)) {
      expect(connection).toMatchObject(toDraft(draftOf(connection)));
    }
  });
});
