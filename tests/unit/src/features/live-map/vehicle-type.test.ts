import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/i18n';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import { textOnPage } from '../../render';
import { idOf, layOut, open, show } from './page-screen';

beforeEach(() => {
  const end = layOut();
  return () => {
    setLocale('en');
    end();
  };
});

/** Below the card's name; regions are called otherwise in each language. */
const subtitle = () => document.querySelector<HTMLElement>('section header .subtitle');
const options = () => document.querySelectorAll('[role=option]').length;

describe('the type of a vehicle', () => {
  it('stands on the card in words of the language', async () => {
    await open();
    await show(idOf(4));
    expect(subtitle()?.textContent).toBe('Honda CG 160 · Motorcycle · F-005');
    setLocale('pt-BR');
    await flushPromises();
    expect(subtitle()?.textContent).toBe('Honda CG 160 · Moto · F-005');
  });

  it('is sought by its word in the language, again once that changes', async () => {
    await open();
    const motorcycles = [...useFleetStore().vehicles.values()].filter(
      ({ typeName }) => typeName === 'motorcycle',
    ).length;
    useLiveMapStore().words = 'motoneta';
    await flushPromises();
    expect(options()).toBe(0);
    useLiveMapStore().words = 'moto';
    setLocale('pt-BR');
    await flushPromises();
    expect(textOnPage()).toContain(`${motorcycles} de 60`);
    useLiveMapStore().words = 'motorcycle';
    await flushPromises();
    expect(options()).toBe(0);
    setLocale('en');
    await flushPromises();
    expect(textOnPage()).toContain(`${motorcycles} of 60`);
  });
});
