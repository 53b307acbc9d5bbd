import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { giveBackChannel } from '@contract/channel-names';
import { MemoryBack } from '@main/memory-back';
import { VirtualClock } from '../core/virtual-clock';

function watched() {
  const clock = new VirtualClock();
  const collect = vi.fn();
  const memory = new MemoryBack({ clock, collect });
  const open = () => {
    const page = Object.assign(new EventEmitter(), {
      send: vi.fn(),
      isDestroyed: vi.fn(() => false),
    });
    memory.watch(page as never);
    return page;
  };
  return { clock, collect, memory, open };
}

it('gives memory back once, a while after the last page was loaded', async () => {
  const { clock, collect, open } = watched();
  const [map, replay] = [open(), open()];
  map.emit('did-finish-load');
  await clock.advance(20_000);
  replay.emit('did-finish-load');
  await clock.advance(49_999);
  expect(collect).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(collect).toHaveBeenCalledOnce();
  for (const page of [map, replay]) expect(page.send.mock.calls).toEqual([[giveBackChannel]]);
  await clock.advance(3_600_000);
  expect(collect).toHaveBeenCalledOnce();
});

it('waits until nobody has touched mouse or keys for some seconds', async () => {
  const { clock, collect, memory, open } = watched();
  open().emit('did-finish-load');
  await clock.advance(48_000);
  memory.noteInput();
  await clock.advance(4_000);
  memory.noteInput();
  await clock.advance(4_999);
  expect(collect).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(collect).toHaveBeenCalledOnce();
});

it('gives back what work took once nobody has been there for five minutes, each time once', async () => {
  const { clock, collect, memory, open } = watched();
  const page = open();
  page.emit('did-finish-load');
  await clock.advance(50_000);
  for (let times = 2; times <= 3; times += 1) {
    memory.noteInput();
    await clock.advance(240_000);
    memory.noteInput();
    await clock.advance(299_999);
    expect(collect).toHaveBeenCalledTimes(times - 1);
    await clock.advance(1);
    expect(collect).toHaveBeenCalledTimes(times);
    expect(page.send).toHaveBeenCalledTimes(times);
    await clock.advance(3_600_000);
    expect(collect).toHaveBeenCalledTimes(times);
  }
});

it('asks nothing of a page that is gone', async () => {
  const { clock, collect, open } = watched();
  const page = open();
  page.emit('did-finish-load');
  page.isDestroyed.mockReturnValue(true);
  await clock.advance(50_000);
  expect(page.send).not.toHaveBeenCalled();
  expect(collect).toHaveBeenCalledOnce();
});
