import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { cancelChannel } from '@contract/channel-names';
import {
  channels,
  type ChannelName,
  type ChannelOutput,
  type ChannelParsed,
} from '@contract/channels';
import {
  fail,
  FleetdeskError,
  succeed,
  type AppError,
  type FieldMessage,
  type Result,
} from '@contract/errors';
import { lengthOf } from '@contract/rules/text-length';
import { log } from '@core/log';
import { hideSecretsOf } from '@core/logging/hide-secrets';
import { RunningCalls } from './running-calls';

/** Who calls. */
export interface CallContext {
  /** The window's web contents; subscriptions and attention belong to it. */
  windowId: number;
  /** Aborts when the page withdraws the call, navigates or goes away. */
  signal: AbortSignal;
}

/** A handler for every channel, no more and no less. */
export type Handlers = {
  [C in ChannelName]: (
    input: ChannelParsed<C>,
    context: CallContext,
  ) => Promise<ChannelOutput<C>> | ChannelOutput<C>;
};

/** The handlers of one namespace: `HandlersOf<'vehicles'>`. */
export type HandlersOf<Namespace extends string> = {
  [C in Extract<ChannelName, `${Namespace}.${string}`>]: Handlers[C];
};

/** What a message tells of its sender. */
type Sent = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

/** What the registrar needs. */
export interface RegistrarOptions {
  ipc: Pick<IpcMain, 'handle' | 'on'>;
  handlers: Handlers;
  /** Whether the call comes from the main frame of one of our windows, showing our own page. */
  isOurs(event: Sent): boolean;
  /** Gets what a person at the screen can do nothing about. */
  onFault(where: string, fault: unknown): void;
}

const stranger: AppError = {
  code: 'forbidden',
  reason: 'internal',
  message: 'The call does not come from a page of Fleetdesk.',
};

/**
 * Binds every channel of the contract: sender check, schema parse, error union. The calls can be
 * withdrawn, one by one by their page, or all of a page that is gone.
 */
export function registerHandlers(options: RegistrarOptions): Pick<RunningCalls, 'forget'> {
  const { ipc, isOurs } = options;
  const running = new RunningCalls();
  for (const channel of Object.keys(channels) as ChannelName[]) {
    ipc.handle(channel, (event, input: unknown, callId: unknown) =>
      answer(channel, input, event, options, (work) => running.run(event.sender.id, callId, work)),
    );
  }
  ipc.on(cancelChannel, (event, callId: unknown) => {
    if (isOurs(event)) running.cancel(event.sender.id, callId);
  });
  return running;
}

type RunCall = <T>(work: (signal: AbortSignal) => Promise<T> | T) => Promise<T>;

async function answer<C extends ChannelName>(
  channel: C,
  input: unknown,
  event: Sent,
  { handlers, isOurs, onFault }: RegistrarOptions,
  run: RunCall,
): Promise<Result<ChannelOutput<C>>> {
  if (!isOurs(event)) {
    onFault(`a call of ${channel} from a foreign page was dropped`, undefined);
    return fail(stranger);
  }
  const parsed = channels[channel].input.safeParse(input);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => messageOf(issue, input));
    return fail({ code: 'invalid-request', message: `Input of ${channel} was refused.`, fields });
  }
  hideSecretsOf(input);
  const startedAt = performance.now();
  try {
    const handle: Handlers[C] = handlers[channel];
    const windowId = event.sender.id;
    const data = parsed.data as ChannelParsed<C>;
    const output = await run((signal) => handle(data, { windowId, signal }));
    log('debug', 'call', { channel, ms: Math.round(performance.now() - startedAt) });
    return succeed(output);
  } catch (caught) {
    if (!(caught instanceof FleetdeskError)) onFault(`a fault in ${channel}`, caught);
    const error = FleetdeskError.from(caught);
    log('debug', 'call', { channel, error: error.reason ?? error.code });
    return fail(error);
  }
}

/** What is wrong with a part of an input; that a text is too long is said as forms say it. */
function messageOf(issue: z.core.$ZodIssue, input: unknown): FieldMessage {
  const { path, message } = issue;
  const named = { path: path.map(String).join('.'), message };
  if (issue.code !== 'too_big' || issue.origin !== 'string') return named;
  const text = path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown>)[key],
    input,
  );
  const values = { most: Number(issue.maximum), n: lengthOf(String(text)) };
  return { ...named, says: 'tooLong', values };
}
