import type { VueWrapper } from '@vue/test-utils';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import { theOffice } from '../../render';
import { openScreen, region, rows, settle, pageOf } from './screen';

/** Opens the screen of vehicles at an address. */
export function open(at = '/vehicles', office?: OfficeOptions): Promise<VueWrapper> {
  return openScreen(pageOf('vehicles'), at, office);
}

/** The panel of the open vehicle. */
export function panel(): HTMLElement | null {
  return region('Vehicle details');
}

/** Identifier of a vehicle of the office. */
export function idOf(index: number): string {
  return `veh${String(index).padStart(12, '0')}`;
}

/** What stands in the first column of each selected row. */
export function selectedTitles(): (string | undefined)[] {
  return rows()
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.querySelector('[role=gridcell] .truncate')?.textContent.trim());
}

/** The record that an address names. */
export function recordIn(address: string): string | null {
  return new URLSearchParams(address.split('?')[1]).get('record');
}

/** Sends what waits; the service answers changes that it has not answered so far. */
export async function send(): Promise<void> {
  theOffice().service.release();
  await useBridge().outbox.sendNow();
  await settle();
}
