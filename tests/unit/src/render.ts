import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { Component } from 'vue';
import { readAppInfo } from '@/app/app-info';
import { i18nPlugin, setLocale } from '@/i18n/i18n';
import { createScreens } from '@/app/router';
import { useConnectionsStore } from '@/app/stores/connections-store';
import { useProxyStore } from '@/app/stores/proxy-store';
import { useSessionStore } from '@/app/stores/session-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { installBridge } from '@/bridge';
import { connectBridge } from '@/bridge/bridge';
import type { Office, OfficeOptions } from '../../mocked-main/office';

const shown: VueWrapper[] = [];

let office: Office | null = null;

afterEach(async () => {
  for (const wrapper of shown.splice(0)) wrapper.unmount();
  document.body.replaceChildren();
  window.sessionStorage.clear();
  await office?.close();
  office = null;
});

/** Puts the main process of an invented office behind the bridge, until the test ends. */
export async function enter(options: OfficeOptions = {}): Promise<Office> {
  await office?.close();
  // Main and the demo service are many files: only tests that enter an office load them.
  const { Office } = await import('../../mocked-main/office');
  office = await Office.open(options);
  installBridge(connectBridge(office.preload));
  return office;
}

/** Resolves once page and main have done what they do without waiting for a timer. */
export async function settled(): Promise<void> {
  await flushPromises();
  await office?.idle();
  await flushPromises();
}

/** The office of this test. */
export function theOffice(): Office {
  if (office === null) throw new Error('No office was entered.');
  return office;
}

/** The screens of the app, without what they are made of. */
const paths = createScreens()
  .getRoutes()
  .filter(({ meta }) => meta.title !== undefined);

const screen = (name: string) => ({ template: `<p>${name}</p>` });

/**
 * A component as the app shows it, with stores, sentences and screens: at an office, to which
 * nobody is signed in unless something is said of it.
 */
export async function render(
  component: Component,
  options: {
    office?: OfficeOptions;
    props?: Record<string, unknown>;
    at?: string;
  } = {},
): Promise<VueWrapper> {
  await enter(options.office ?? { signedIn: false });
  const pinia = createPinia();
  setActivePinia(pinia);
  const router = createRouter({
    history: createMemoryHistory(),
    routes: paths.map(({ path, name, meta }) => ({
      path,
      ...(name === undefined ? {} : { name }),
      meta,
      component: screen(`${path.slice(1)} screen`),
    })),
  });
  await router.push(options.at ?? '/map');
  setLocale('en');
  await Promise.all([
    readAppInfo(),
    useSettingsStore().start(),
    useSessionStore().start(),
    useConnectionsStore().start(),
    useProxyStore().start(),
  ]);
  const wrapper = mount(component, {
    attachTo: document.body,
    props: options.props ?? {},
    global: { plugins: [pinia, i18nPlugin, router] },
  });
  shown.push(wrapper);
  await office?.idle();
  return wrapper;
}

/** Everything that a person could read at the moment, overlays included. */
export function textOnPage(): string {
  return document.body.textContent.replace(/\s+/g, ' ');
}

const controls =
  'button, a, input, [role=radio], [role=menuitem], [role=option], [role=switch], [role=combobox]';

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const named = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  if (named) return (named.textContent ?? '').trim();
  const by = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
  return ((by ?? element).textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The control with an accessible name that is, or begins with, the given one. */
export function control(name: string, kind: string = controls): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>(kind)];
  const found =
    all.find((each) => nameOf(each) === name) ?? all.find((each) => nameOf(each).startsWith(name));
  if (!found) throw new Error(`No control is named "${name}": ${all.map(nameOf).join(', ')}`);
  return found;
}

/** Types into the field with a label. */
export function type(label: string, text: string): void {
  const input = control(label, 'input');
  if (!(input instanceof HTMLInputElement)) throw new Error(`"${label}" is not a field.`);
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What a field holds. */
export function valueOf(label: string): string {
  const input = control(label, 'input');
  return input instanceof HTMLInputElement ? input.value : '';
}

/**
 * What axe finds wrong on the page. Colour contrast needs real pixels, which this DOM does not
 * have; page structure belongs to whole documents, not to single components.
 */
export async function axeFaults(within: Element = document.body): Promise<string[]> {
  // Half a megabyte of script: only tests that ask load it.
  const { default: axe } = await import('axe-core');
  const { violations } = await axe.run(within, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
