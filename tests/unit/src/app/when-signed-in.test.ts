import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it } from 'vitest';
import type { SessionState } from '@contract/session';
import { whenSignedIn } from '@/app/start';
import { useSessionStore } from '@/app/stores/session-store';

function begin() {
  setActivePinia(createPinia());
  const session = useSessionStore();
  const become = (phase: SessionState['phase']) => {
    session.$patch({ state: { ...session.state, phase } });
  };
  const told: string[] = [];
  const wait = () => void whenSignedIn().then(() => told.push('in'));
  return { become, wait, told };
}

it('waits while the session is restored, and where nobody is signed in', async () => {
  const { become, wait, told } = begin();
  wait();
  become('signed-out');
  await flushPromises();
  expect(told).toEqual([]);
  become('signed-in');
  become('signed-out');
  become('signed-in');
  await flushPromises();
  expect(told).toEqual(['in']);
});

it('goes on at once where a session is there, be it an expired one', async () => {
  const { become, wait, told } = begin();
  become('expired');
  wait();
  await flushPromises();
  expect(told).toEqual(['in']);
});
