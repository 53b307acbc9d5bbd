import { describe, expect, it } from 'vitest';
import { inLatin1 } from '../../electron.vite.config';

/** What an expression is worth as it is written, and after the build. */
function both(expression: string): [unknown, unknown] {
  const worth = (code: string): unknown => new Function(`return ${code}`)() as unknown;
  return [worth(expression), worth(inLatin1(expression))];
}

describe('code without characters that V8 needs two bytes for', () => {
  it.each([
    ['words', `'Mandić, Łódź and “more” …'`],
    ['a template', '`ā ${1 + 1} ↓`'],
    ['JSON in a template', '`{"name":["Nanchang","Makassār"]}`'],
    ['a face, which is two units', `'a 😀'`],
    ['a pattern', `'‘x’'.match(/[‘’]/g)`],
    ['a pattern of code points', `'a😀b'.replace(/[😀-😂]/u, '-')`],
    ['an escape for no reason', `['\\–', /\\–/.test('–'), '\\\\–']`],
    ['a name', `(() => { const ļ = 3; return ļ; })()`],
  ])('means the same: %s', (_what, expression) => {
    const [before, after] = both(expression);
    expect(after).toEqual(before);
    expect(inLatin1(expression)).toMatch(/^[\p{ASCII}\u0080-\u00ff]*$/u);
  });

  it('stays as it is where one byte is enough', () => {
    expect(inLatin1(`'São Paulo \\u2026'`)).toBe(`'São Paulo \\u2026'`);
  });
});
