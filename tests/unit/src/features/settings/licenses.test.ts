import { expect, it, vi } from 'vitest';
import LicensesPage from '@/features/licenses/Page.vue';
import { axeFaults, render, settled, textOnPage } from '../../render';

const shipped = [
  { name: 'vue', version: '3.5.45', license: 'MIT', text: 'Permission is hereby granted' },
  { name: 'bare', version: '1.0.0', license: 'ISC', text: '' },
  { name: 'broken' },
];

it('the licenses that a package brings are listed, each with its text', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(shipped))));
  await render(LicensesPage);
  await settled();
  expect(textOnPage()).toContain('Permission is hereby granted');
  expect(textOnPage()).toContain('The package brings no text of its license.');
  expect(textOnPage()).not.toContain('broken');
  expect(await axeFaults()).toEqual([]);
  vi.unstubAllGlobals();
});

it('a build from a clone says that it has no list of licenses', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  await render(LicensesPage);
  await settled();
  expect(textOnPage()).toContain('part of installed packages');
  vi.unstubAllGlobals();
});
