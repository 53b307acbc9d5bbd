import { defineComponent, h } from 'vue';
import { expect, it, vi } from 'vitest';
import { useActivation, type Activation } from '@/app/activation';
import { useBridge } from '@/bridge';
import { vehicleKind } from '@/features/vehicles/kind';
import { render, settled } from '../render';

type Answer = Awaited<ReturnType<ReturnType<typeof useBridge>['records']['setActive']>>;

/** Activation of records, with what answers the call that was made last. */
async function open() {
  const made: Activation[] = [];
  await render(
    defineComponent(() => {
      made.push(useActivation());
      return () => h('p');
    }),
  );
  let answer: (answer: Answer) => void = () => undefined;
  vi.spyOn(useBridge().records, 'setActive').mockImplementation(
    () => new Promise((resolve) => (answer = resolve)),
  );
  const [activation] = made;
  if (activation === undefined) throw new Error('There is no activation.');
  return {
    activation,
    answer: async (given: Answer) => {
      answer(given);
      await settled();
    },
  };
}

const record = (key: string) => ({ kind: vehicleKind, key, name: key });

it('a question about a record stays while one about another is answered', async () => {
  const { activation, answer } = await open();
  activation.ask(record('a'));
  void activation.deactivate();
  activation.ask(record('b'));
  await answer({ ok: true, data: { entryId: '', key: 'a' } });
  expect(activation.asked.value).toMatchObject({ key: 'b', error: null });
});

it('a question is over once it is answered, and a fault is told of its record', async () => {
  const { activation, answer } = await open();
  activation.ask(record('a'));
  void activation.deactivate();
  await answer({ ok: false, error: { code: 'store-damaged', message: '' } });
  expect(activation.asked.value).toMatchObject({ key: 'a', error: { code: 'store-damaged' } });
  void activation.deactivate();
  await answer({ ok: true, data: { entryId: '', key: 'a' } });
  expect(activation.asked.value).toBeNull();
});
