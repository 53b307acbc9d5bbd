import type { z } from 'zod';
import { alertChannels } from './channels/alerts';
import { appChannels } from './channels/app';
import { connectionChannels } from './channels/connections';
import { desktopChannels } from './channels/desktop';
import { diagnosisChannels } from './channels/diagnosis';
import { mapChannels } from './channels/map';
import { outboxChannels } from './channels/outbox';
import { recordChannels } from './channels/records';
import { updateCalls } from './channels/updates';
import { vehicleChannels } from './channels/vehicles';
import { zoneChannels } from './channels/zones';

/**
 * Every call that the renderer can make of main: name → what goes in, what comes out. The
 * registrar parses the input, the bridge and the handlers take their types from here. Each subject
 * has a file in `channels/`.
 */
export const channels = {
  ...appChannels,
  ...desktopChannels,
  ...connectionChannels,
  ...vehicleChannels,
  ...recordChannels,
  ...outboxChannels,
  ...zoneChannels,
  ...alertChannels,
  ...mapChannels,
  ...diagnosisChannels,
  ...updateCalls,
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** The channel map's type. */
export type Channels = typeof channels;
/** The name of a channel, as `namespace.verb`. */
export type ChannelName = keyof Channels;
/** What a caller passes in. */
export type ChannelInput<C extends ChannelName> = z.input<Channels[C]['input']>;
/** What a handler gets, parsed. */
export type ChannelParsed<C extends ChannelName> = z.output<Channels[C]['input']>;
/** What a handler answers. */
export type ChannelOutput<C extends ChannelName> = z.output<Channels[C]['output']>;
