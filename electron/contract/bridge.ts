import type { ChannelInput, ChannelName, ChannelOutput } from './channels';
import type { channelNames, fileChannels } from './channel-names';
import type { Result } from './errors';
import type { TopicMessage, TopicName } from './events';

type Names = typeof channelNames;

/** A `File` of the page; this floor knows no types of a page. */
type PageFile = object;

type Call<C, Terms> = C extends (typeof fileChannels)[number]
  ? (file: PageFile) => Promise<Result<ChannelOutput<C>>>
  : C extends ChannelName
    ? undefined extends ChannelInput<C>
      ? () => Promise<Result<ChannelOutput<C>>>
      : (input: ChannelInput<C>, terms?: Terms) => Promise<Result<ChannelOutput<C>>>
    : never;

/**
 * One function a channel, a namespace a topic: `bridge.vehicles.card(id)`. `Terms` is what a
 * caller can say of a call beside its input.
 */
export type BridgeCalls<Terms> = {
  [N in keyof Names]: { [V in Names[N][number]]: Call<`${N & string}.${V}`, Terms> };
};

/** What the preload offers to the page: the calls, and the patches of subscribed topics. */
export type PreloadApi = BridgeCalls<CallId> & {
  /** The call that was made under this number is no longer wanted. */
  cancel(callId: CallId): void;
  onEvent(listener: (message: TopicMessage<TopicName>) => void): () => void;
};

/** The number under which a page makes a call that it may withdraw: a whole one, once a page. */
export type CallId = number;
