import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { expect, it, vi } from 'vitest';
import { WaitingIpc } from '@main/waiting-ipc';

type Call = (event: IpcMainInvokeEvent, ...args: unknown[]) => Promise<unknown>;

function build() {
  const calls = new Map<string, Call>();
  const ipc = {
    handle: (channel: string, call: Call) => calls.set(channel, call),
    on: vi.fn(),
  };
  const waiting = new WaitingIpc(ipc as unknown as IpcMain, ['app.info', 'app.copyText']);
  const call = (channel: string, input: unknown) =>
    calls.get(channel)?.({ sender: 1 } as unknown as IpcMainInvokeEvent, input);
  return { waiting, call };
}

it('answers calls that came before their handlers once all handlers are there', async () => {
  const { waiting, call } = build();
  const told: string[] = [];
  const answered = call('app.info', 'early')?.then((answer) => told.push(String(answer)));
  waiting.handle('app.info', (_event, input) => `answer to ${String(input)}`);
  await Promise.resolve();
  expect(told).toEqual([]);
  waiting.open();
  await answered;
  expect(told).toEqual(['answer to early']);
  await expect(call('app.info', 'late')).resolves.toBe('answer to late');
});

it('a channel without a handler fails', async () => {
  const { waiting, call } = build();
  waiting.open();
  await expect(call('app.copyText', '')).rejects.toThrow('Nobody answers app.copyText.');
});
