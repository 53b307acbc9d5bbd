import { effectScope } from 'vue';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, listShortcuts, pressKey, useShortcuts } from '@/app/shortcuts';

function press(init: KeyboardEventInit, target: Element = document.body): boolean {
  let taken = false;
  const listen = (event: Event) => {
    taken = pressKey(event as KeyboardEvent);
  };
  target.addEventListener('keydown', listen, { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...init }));
  return taken;
}

function put(html: string): Element {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-target]');
  if (!element) throw new Error('no target');
  return element;
}

describe('the keys of an event', () => {
  it.each([
    [{ key: 'f' }, 'f'],
    [{ key: 'F', shiftKey: true }, 'shift+f'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: 'F10', shiftKey: true }, 'shift+f10'],
    [{ key: ' ' }, 'space'],
    [{ key: 'k', ctrlKey: true }, 'mod+k'],
    [{ key: 'ArrowLeft', shiftKey: true }, 'shift+arrowleft'],
    [{ key: '[' }, '['],
    [{ key: 'f', metaKey: true }, 'meta+f'],
    [{ key: '[', ctrlKey: true, altKey: true, modifierAltGraph: true }, '['],
  ])('%j are %s', (init, keys) => {
    expect(keysOf(new KeyboardEvent('keydown', init))).toBe(keys);
  });
});

describe('shortcuts', () => {
  const run = vi.fn();
  const group = 'app.keys.general' as const;
  const label = 'app.search.title' as const;

  beforeEach(() => {
    run.mockReset();
    document.body.innerHTML = '';
  });

  function within<T>(work: () => T): T {
    const scope = effectScope();
    const result = scope.run(work) as T;
    scopes.push(() => {
      scope.stop();
    });
    return result;
  }
  const scopes: (() => void)[] = [];
  beforeEach(() => {
    for (const stop of scopes.splice(0)) stop();
  });

  it('run, and take the key', () => {
    within(() => {
      useShortcuts([{ keys: 'f', label, group, run }]);
    });
    expect(press({ key: 'f' })).toBe(true);
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([
    '<input data-target>',
    '<textarea data-target></textarea>',
    '<div contenteditable="true"><b data-target></b></div>',
    '<div role="combobox" data-target></div>',
    '<div data-reka-popper-content-wrapper><i data-target></i></div>',
  ])('of a single key stay away from %s', (html) => {
    within(() => {
      useShortcuts([
        { keys: 'f', label, group, run },
        { keys: 'mod+k', label, group, run },
      ]);
    });
    expect(press({ key: 'f' }, put(html))).toBe(false);
    expect(run).not.toHaveBeenCalled();
    expect(press({ key: 'k', ctrlKey: true }, put(html))).toBe(true);
  });

  it('leave Space to a focused button and arrows to a slider', () => {
    within(() => {
      useShortcuts([
        { keys: 'space', label, group, run },
        { keys: 'arrowleft', label, group, run },
      ]);
    });
    expect(press({ key: ' ' }, put('<button data-target></button>'))).toBe(false);
    expect(press({ key: 'ArrowLeft' }, put('<i role="slider" data-target></i>'))).toBe(false);
    expect(press({ key: ' ' }, put('<div data-target></div>'))).toBe(true);
  });

  it('rest under an open dialog, not beside a sheet', () => {
    within(() => {
      useShortcuts([
        { keys: 'f', label, group, run },
        { keys: 'mod+s', label, group, run },
      ]);
    });
    put('<div role="dialog" data-state="open"></div><i data-target></i>');
    expect(press({ key: 'f' })).toBe(false);
    expect(press({ key: 's', ctrlKey: true })).toBe(false);
    expect(run).not.toHaveBeenCalled();
    put('<div role="dialog" data-state="open" data-beside></div><i data-target></i>');
    expect(press({ key: 'f' })).toBe(true);
  });

  it('run once while a key is held, those that step again and again', () => {
    const step = vi.fn();
    within(() => {
      useShortcuts([
        { keys: 'f', label, group, run },
        { keys: 'j', label, group, run: step, repeats: true },
      ]);
    });
    for (const key of ['f', 'j']) {
      press({ key });
      expect(press({ key, repeat: true })).toBe(true);
    }
    expect([run.mock.calls.length, step.mock.calls.length]).toEqual([1, 2]);
  });

  it('let the newest win, and let a key through when it says no', () => {
    const nearer = vi.fn();
    let isOn = true;
    within(() => {
      useShortcuts([{ keys: 'f', label, group, run }]);
      useShortcuts([{ keys: 'f', label, group, run: nearer, when: () => isOn }]);
    });
    press({ key: 'f' });
    isOn = false;
    press({ key: 'f' });
    expect([nearer.mock.calls.length, run.mock.calls.length]).toEqual([1, 1]);
  });

  it('go with the component that brought them', () => {
    const scope = effectScope();
    scope.run(() => {
      useShortcuts([{ keys: 'x', label, group, run }]);
    });
    expect(listShortcuts()).toHaveLength(1);
    scope.stop();
    expect(listShortcuts()).toHaveLength(0);
    expect(press({ key: 'x' })).toBe(false);
  });
});
