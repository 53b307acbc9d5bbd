import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Result } from '@contract/errors';
import type { VehicleCard } from '@contract/vehicles';
import { useBridge } from '@/bridge';
import type { FakeOptions } from '@/bridge/fake';
import { useLiveStore } from '@/features/live-map/live-store';
import { control } from '../../render';
import { liveVehicle } from './live';
import { card, click, idOf, layOut, open, show } from './page-screen';

beforeEach(layOut);

describe('a part of the card that is asked for again', () => {
  const isBusy = () => control('Try again').getAttribute('aria-busy') === 'true';

  /** Opens the card of a vehicle whose drivers could not be read; answers what is asked by then. */
  async function openPart() {
    await open();
    const { vehicles } = useBridge();
    const whole = await vehicles.card(idOf(1));
    if (!whole.ok) throw new Error('no card');
    const error = { code: 'service-error', message: 'status 500' } as const;
    const part: Result<VehicleCard> = {
      ok: true,
      data: { ...whole.data, drivers: { value: [], readAt: null, error } },
    };
    const asked = vi.spyOn(vehicles, 'card').mockResolvedValue(part);
    await show(idOf(1));
    return { asked, part };
  }

  it('and fails once more can be asked for a third time', async () => {
    const { asked, part } = await openPart();
    let answer: (part: Result<VehicleCard>) => void = () => undefined;
    asked.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await click(control('Try again'));
    expect(isBusy()).toBe(true);
    answer(part);
    await flushPromises();
    expect(isBusy()).toBe(false);
    await click(control('Try again'));
    expect(asked).toHaveBeenCalledTimes(3);
  });
});

describe('a look that brought nothing', () => {
  const words = 'The service did not answer in time.';

  /** A vehicle that was looked at in vain, and of which nothing is known yet, as of all others. */
  async function lookInVain(): Promise<void> {
    const faults: FakeOptions['faults'] = {
      'live.refresh': { code: 'timeout', message: 'no answer' },
    };
    await open({ faults });
    useLiveStore().vehicles = new Map();
    await show(idOf(1));
    await click(control('Look now'));
    expect(card()?.textContent).toContain(words);
  }

  it('is not told of the vehicle that is selected next', async () => {
    await lookInVain();
    await show(idOf(2));
    expect(card()?.textContent).not.toContain(words);
  });

  it('is past once the vehicle is told of anew', async () => {
    await lookInVain();
    useLiveStore().vehicles = new Map([[idOf(1), liveVehicle(idOf(1))]]);
    await nextTick();
    expect(card()?.textContent).not.toContain(words);
  });
});
