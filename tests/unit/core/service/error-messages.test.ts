import { describe, expect, it } from 'vitest';
import { isHtml, readFieldMessages, readMessages, toPlainText } from '@core/service/error-messages';
import { defaultProfile } from '@core/service/profile';
import { readRetryAfter } from '@core/service/retry-after';

const places = defaultProfile.errors.messages;

describe('messages of the service', () => {
  it.each<[body: unknown, messages: string[]]>([
    [{ error: { message: 'a' } }, ['a']],
    [{ error: { message: ['a', 'b'] } }, ['a', 'b']],
    [{ message: 'a' }, ['a']],
    [{ errors: [{ detail: 'a' }, { detail: 'b' }] }, ['a', 'b']],
    [{ errors: [{ message: 'a' }] }, ['a']],
    [{ error: 'a' }, ['a']],
    [{ error: { message: '' }, message: 'a' }, ['a']],
    [{ error: { code: 5 } }, []],
    [{ errors: 'x' }, []],
    [null, []],
    [[1], []],
    [JSON.parse('{"__proto__":{"message":"a"}}'), []],
  ])('%j', (body, messages) => {
    expect(readMessages(body, places)).toEqual(messages);
  });

  it('come without what could hide or reorder text, and not endless', () => {
    expect(toPlainText('a\u202Eb\u0000c\u0007 <b>d</b>\n')).toBe('abc <b>d</b>');
    expect(toPlainText('x'.repeat(5_000)).length).toBeLessThan(1_100);
  });
});

describe('a web page', () => {
  it.each([
    ['<!DOCTYPE html><title>x</title>', undefined],
    ['  <html lang="en">', 'application/json'],
    ['<!-- proxy --><!doctype HTML>', undefined],
    ['plain words', 'text/html; charset=utf-8'],
    ['', 'application/xhtml+xml'],
  ])('%j of %s is one', (body, type) => {
    expect(isHtml(body, type)).toBe(true);
  });

  it.each([
    ['{"message":"<html>"}', 'application/json'],
    ['<hello>', 'text/plain'],
    ['', undefined],
  ])('%j of %s is none', (body, type) => {
    expect(isHtml(body, type)).toBe(false);
  });
});

describe('messages for fields', () => {
  const one = { records: 1, wireNames: { brand: 'brandName' } };
  it.each<[message: string, fields: object[]]>([
    [
      'body.data[0].attributes.plate is required',
      [{ path: 'attributes.plate', message: 'is required' }],
    ],
    ['body.data.attributes.brand is bad', [{ path: 'attributes.brandName', message: 'is bad' }]],
    ['"data.attributes.plate" is bad', [{ path: 'attributes.plate', message: 'is bad' }]],
    ['query.limit: too large', [{ path: 'limit', message: 'too large' }]],
    ['attributes.vin must be text', [{ path: 'attributes.vin', message: 'must be text' }]],
    [
      'body.data.attributes.a is x; body.data.attributes.b is y',
      [
        { path: 'attributes.a', message: 'is x' },
        { path: 'attributes.b', message: 'is y' },
      ],
    ],
    ['The body is too large', []],
    ['already associated', []],
    ['body', []],
  ])('%s', (message, fields) => {
    expect(readFieldMessages({}, [message], one)).toEqual(fields);
  });

  it('keep the row where several records were sent', () => {
    const message = 'body.data[12].attributes.plate is taken';
    expect(readFieldMessages({}, [message], { ...one, records: 20 })).toEqual([
      { path: 'data[12].attributes.plate', message: 'is taken' },
    ]);
  });

  it('are read from pointers and named fields', () => {
    const body = {
      errors: [
        { source: { pointer: '/data/0/attributes/brand' }, detail: 'a' },
        { field: 'attributes.vin', message: 'b' },
        { detail: 'c' },
        'd',
      ],
    };
    expect(readFieldMessages(body, [], one)).toEqual([
      { path: 'attributes.brandName', message: 'a' },
      { path: 'attributes.vin', message: 'b' },
    ]);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 2, 10, 12);
  const date = (offset: number): string => new Date(now + offset * 1000).toUTCString();
  it.each<[headers: Record<string, string>, pause: number | null]>([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': ' 1.5 ' }, 1_500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': date(30) }, 30_000],
    [{ 'retry-after': date(-30) }, 0],
    [{ 'retry-after': date(30), date: date(10) }, 20_000],
    [{ 'retry-after': '999999999' }, 3_600_000],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '5, 10' }, 10_000],
    [{ 'retry-after': '9'.repeat(400) }, 3_600_000],
    [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 3_600_000],
    [{ 'retry-after': '2026-03-10T12:00:40Z' }, 40_000],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '+5' }, null],
    [{ 'retry-after': '-5, 10' }, null],
    [{ 'retry-after': '1e3' }, null],
    [{ 'retry-after': 'Infinity' }, null],
    [{ 'retry-after': 'Monday 10' }, null],
    [{ 'retry-after': '' }, null],
    [{}, null],
  ])('%j', (headers, pause) => {
    expect(readRetryAfter(headers, now)).toBe(pause);
  });
});
