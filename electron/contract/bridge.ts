import type { ChannelInput, ChannelName, ChannelOutput } from './channels';
import type { channelNames } from './channel-names';
import type { Result } from './errors';
import type { TopicMessage, TopicName } from './events';

type Names = typeof channelNames;

type Call<C> = C extends ChannelName
  ? undefined extends ChannelInput<C>
    ? () => Promise<Result<ChannelOutput<C>>>
    : (input: ChannelInput<C>) => Promise<Result<ChannelOutput<C>>>
  : never;

/** The calls of the preload's API, a namespace a topic: `bridge.vehicles.card(id)`. */
export type BridgeCalls = {
  [N in keyof Names]: { [V in Names[N][number]]: Call<`${N & string}.${V}`> };
};

/** What the preload offers to the page: the calls, and the patches of subscribed topics. */
export type PreloadApi = BridgeCalls & {
  onEvent(listener: (message: TopicMessage<TopicName>) => void): () => void;
};
