import { describe, expectTypeOf, it } from 'vitest';
import type { BridgeCalls, CallId, PreloadApi } from '@contract/bridge';
import type { channelNames } from '@contract/channel-names';
import type {
  ChannelInput,
  ChannelName,
  ChannelOutput,
  ChannelParsed,
  Channels,
} from '@contract/channels';
import type { Result } from '@contract/errors';
import type { TopicMessage, TopicName, topics, topicNameSchema } from '@contract/events';
import type { Handlers } from '@main/ipc/registrar';
import type { TopicSources } from '@main/ipc/events';
import type { Bridge } from '@/bridge';
import type { z } from 'zod';

type Names = typeof channelNames;
type Calls = BridgeCalls<CallId>;
type Named = { [N in keyof Names]: `${N}.${Names[N][number]}` }[keyof Names];
type Bridged = {
  [N in keyof Calls & string]: `${N}.${keyof Calls[N] & string}`;
}[keyof Calls & string];

describe('the channel map', () => {
  it('has the names that the preload loops over', () => {
    expectTypeOf<Named>().toEqualTypeOf<ChannelName>();
  });

  it('has a handler for every channel and no other', () => {
    expectTypeOf<keyof Handlers>().toEqualTypeOf<ChannelName>();
  });

  it('has a bridge method for every channel and no other', () => {
    expectTypeOf<Bridged>().toEqualTypeOf<ChannelName>();
  });

  it('gives handlers what the schema parsed and takes what the schema promises', () => {
    type Input<C extends ChannelName> = Parameters<Handlers[C]>[0];
    type Output<C extends ChannelName> = Awaited<ReturnType<Handlers[C]>>;
    expectTypeOf<{ [C in ChannelName]: Input<C> }>().toEqualTypeOf<{
      [C in ChannelName]: ChannelParsed<C>;
    }>();
    expectTypeOf<{ [C in ChannelName]: Output<C> }>().toEqualTypeOf<{
      [C in ChannelName]: ChannelOutput<C>;
    }>();
  });

  it('answers a result on the bridge, never a bare value', () => {
    expectTypeOf<Calls['vehicles']['card']>().toEqualTypeOf<
      (
        input: ChannelInput<'vehicles.card'>,
        callId?: CallId,
      ) => Promise<Result<ChannelOutput<'vehicles.card'>>>
    >();
    expectTypeOf<Calls['session']['retryKeychain']>().toEqualTypeOf<
      () => Promise<Result<ChannelOutput<'session.retryKeychain'>>>
    >();
  });

  it('lets a page withdraw a call by number, and a component by signal', () => {
    expectTypeOf<Parameters<PreloadApi['cancel']>>().toEqualTypeOf<[callId: CallId]>();
    expectTypeOf<Parameters<Bridge['vehicles']['card']>[1]>().toEqualTypeOf<
      { signal?: AbortSignal | undefined } | undefined
    >();
    expectTypeOf<Parameters<Handlers['vehicles.card']>[1]['signal']>().toExtend<AbortSignal>();
  });

  it('has an input and an output schema everywhere', () => {
    expectTypeOf<Channels>().toExtend<Record<string, { input: z.ZodType; output: z.ZodType }>>();
  });
});

describe('a handler table that parts from the map', () => {
  it('fails without a channel', () => {
    // @ts-expect-error `vehicles.card` has no handler
    expectTypeOf<Omit<Handlers, 'vehicles.card'>>().toExtend<Handlers>();
  });

  it('fails with a channel that the map does not know', () => {
    type Wrong = keyof (Handlers & { 'vehicles.invented': () => void });
    // @ts-expect-error `vehicles.invented` is no channel
    expectTypeOf<Wrong>().toEqualTypeOf<keyof Handlers>();
  });

  it('fails with an answer that the schema does not promise', () => {
    type Wrong = Omit<Handlers, 'app.copyText'> & { 'app.copyText': () => string };
    // @ts-expect-error `app.copyText` answers nothing
    expectTypeOf<Wrong>().toExtend<Handlers>();
  });
});

describe('the topics', () => {
  it('can all be subscribed to and all have a source', () => {
    expectTypeOf<z.infer<typeof topicNameSchema>>().toEqualTypeOf<keyof typeof topics>();
    expectTypeOf<keyof TopicSources>().toEqualTypeOf<TopicName>();
  });

  it('reach the page as numbered messages', () => {
    type Message = Parameters<Parameters<PreloadApi['onEvent']>[0]>[0];
    expectTypeOf<Message>().toEqualTypeOf<TopicMessage<TopicName>>();
  });
});
