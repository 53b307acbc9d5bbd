import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import {
  channels,
  type ChannelName,
  type ChannelOutput,
  type ChannelParsed,
} from '@contract/channels';
import { fail, FleetdeskError, succeed, type AppError, type Result } from '@contract/errors';

/** Who calls. */
export interface CallContext {
  /** The window's web contents; subscriptions and attention belong to it. */
  windowId: number;
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

/** What the registrar stands on. */
export interface RegistrarOptions {
  ipc: Pick<IpcMain, 'handle'>;
  handlers: Handlers;
  /** Whether the call comes from the main frame of one of our windows, showing our own page. */
  isOurs(event: IpcMainInvokeEvent): boolean;
  /** Gets what a person at the screen can do nothing about. */
  onFault(where: string, fault: unknown): void;
}

const stranger: AppError = {
  code: 'forbidden',
  reason: 'internal',
  message: 'The call does not come from a page of Fleetdesk.',
};

/** Binds every channel of the contract: sender check, schema parse, error union. */
export function registerHandlers(options: RegistrarOptions): void {
  for (const channel of Object.keys(channels) as ChannelName[]) {
    options.ipc.handle(channel, (event, input: unknown) => answer(channel, input, event, options));
  }
}

async function answer<C extends ChannelName>(
  channel: C,
  input: unknown,
  event: IpcMainInvokeEvent,
  { handlers, isOurs, onFault }: RegistrarOptions,
): Promise<Result<ChannelOutput<C>>> {
  if (!isOurs(event)) {
    onFault(`a call of ${channel} from a foreign page was dropped`, undefined);
    return fail(stranger);
  }
  const parsed = channels[channel].input.safeParse(input);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({
      path: path.map(String).join('.'),
      message,
    }));
    return fail({ code: 'invalid-request', message: `Input of ${channel} was refused.`, fields });
  }
  try {
    const handle: Handlers[C] = handlers[channel];
    return succeed(await handle(parsed.data as ChannelParsed<C>, { windowId: event.sender.id }));
  } catch (caught) {
    if (!(caught instanceof FleetdeskError)) onFault(`a fault in ${channel}`, caught);
    return fail(FleetdeskError.from(caught));
  }
}
