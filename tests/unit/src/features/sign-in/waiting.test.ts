import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import type { FakeOptions } from '@/bridge/fake';
import Page from '@/features/sign-in/Page.vue';
import { control, render, textOnPage, type, valueOf } from '../../render';

async function page(fake: FakeOptions): Promise<void> {
  await render(Page, { fake: { signedIn: false, ...fake } });
  await flushPromises();
}

async function press(name: string): Promise<void> {
  control(name).click();
  await flushPromises();
}

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) type(label, text);
  await flushPromises();
}

const whole = {
  'Base URL': 'https://fleet.example.com/v2',
  Username: 'ana',
  Password: 'secret',
};

describe('what waits for its turn among the requests', () => {
  const slow = { connections: { connections: [], preselected: null }, latency: 3_600_000 };

  it('is a sign-in that can be given up, with everything still there that was typed', async () => {
    await page(slow);
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
    await page(slow);
    await fill(whole);
    for (const giveUp of [
      () => press('Cancel the test'),
      () => fill({ 'Base URL': 'https://other.example.com' }),
    ]) {
      await press('Test connection');
      expect(textOnPage()).toContain('Asking the service…');
      await giveUp();
      expect(textOnPage()).not.toContain('Asking the service…');
      expect(document.querySelector('[role=alert]')).toBeNull();
    }
  });
});
