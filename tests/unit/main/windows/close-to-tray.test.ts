import { describe, expect, it, vi } from 'vitest';
import { decideClosing, type Closing, type ClosingTerms } from '@main/windows/close-to-tray';

function terms(given: Partial<ClosingTerms> & { hasTray?: boolean; answer?: Closing } = {}) {
  const { hasTray = true, answer = 'hide', ...rest } = given;
  return {
    isSignedIn: true,
    closeToTray: null,
    lookForTray: () => Promise.resolve(hasTray),
    ask: vi.fn(() => Promise.resolve(answer)),
    keep: vi.fn(() => Promise.resolve()),
    ...rest,
  };
}

describe('closing the window', () => {
  it('asks once whether Fleetdesk stays in the tray, and keeps the answer', async () => {
    const staying = terms({ answer: 'hide' });
    expect(await decideClosing(staying)).toBe('hide');
    expect(staying.keep).toHaveBeenCalledWith(true);
    const leaving = terms({ answer: 'close' });
    expect(await decideClosing(leaving)).toBe('close');
    expect(leaving.keep).toHaveBeenCalledWith(false);
  });

  it('keeps nothing where the person took the question back', async () => {
    const asked = terms({ answer: 'stay' });
    expect(await decideClosing(asked)).toBe('stay');
    expect(asked.keep).not.toHaveBeenCalled();
  });

  it('does what was chosen, without a question', async () => {
    for (const [closeToTray, closing] of [
      [true, 'hide'],
      [false, 'close'],
    ] as const) {
      const chosen = terms({ closeToTray });
      expect(await decideClosing(chosen)).toBe(closing);
      expect(chosen.ask).not.toHaveBeenCalled();
    }
  });

  it('ends the app where the desktop lost its tray, or nobody is signed in', async () => {
    for (const given of [{ hasTray: false }, { isSignedIn: false }]) {
      const chosen = terms({ ...given, closeToTray: true });
      expect(await decideClosing(chosen)).toBe('close');
      expect(chosen.ask).not.toHaveBeenCalled();
    }
  });
});
