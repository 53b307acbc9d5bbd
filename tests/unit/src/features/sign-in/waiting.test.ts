import { describe, expect, it } from 'vitest';
import { signedOut } from '../../../../mocked-main/office/connections';
import { axeFaults, control, textOnPage, theOffice, valueOf } from '../../render';
import { fill, newcomer, page, press, whole } from './sign-in-page';

describe('what waits for its turn among the requests', () => {
  /** Opens the page while the service answers nobody. */
  async function pageOnSlowService(): Promise<void> {
    await page(newcomer);
    theOffice().service.hold();
  }

  it('is a sign-in that can be given up, with everything still there that was typed', async () => {
    await pageOnSlowService();
    await fill(whole);
    await press('Sign in');
    expect(control('Sign in').getAttribute('aria-busy')).toBe('true');
    await press('Cancel');
    expect(control('Sign in').getAttribute('aria-busy')).toBeNull();
    expect(valueOf('Password')).toBe('secret');
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(() => control('Cancel', 'button')).toThrow();
    await press('Sign in');
    expect(control('Cancel')).toBeDefined();
  });

  it('is a test that can be given up, or was by another address', async () => {
    await pageOnSlowService();
    await fill(whole);
    for (const giveUp of [
      () => press('Cancel the test'),
      () => fill({ 'Base URL': 'https://other.example.com' }),
    ]) {
      await press('Test connection');
      expect(textOnPage()).toContain('Contacting the service…');
      await giveUp();
      expect(textOnPage()).not.toContain('Contacting the service…');
      expect(document.querySelector('[role=alert]')).toBeNull();
    }
  });
});

describe('a sign-in that waits because requests rest', () => {
  it('says why, and until when', async () => {
    const pausedUntil = Date.UTC(2026, 2, 10, 12, 0, 30);
    await page({
      session: { ...signedOut, phase: 'signing-in' },
      budget: { pause: 'rate-limited', pausedUntil },
    });
    expect(textOnPage()).toMatch(/The service asked us to slow down\. Requests resume at .*:30/);
    expect(await axeFaults()).toEqual([]);
  });

  it('says nothing of it while nobody signs in', async () => {
    await page({ budget: { pause: 'rate-limited', pausedUntil: Date.now() + 60_000 } });
    expect(textOnPage()).not.toContain('The service asked us to slow down');
  });
});
