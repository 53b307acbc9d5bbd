import type { MessageKey } from '@/i18n/i18n';
import type { Shortcut } from './shortcuts';

/**
 * Every key of the app but those of the screens (`src/app/screens.ts`), by the heading and the words
 * under which it is listed. Components say what a key does; help lists all of them from here.
 */
export const shortcutKeys = {
  'app.keys.general': {
    'app.search.title': ['mod+k'],
    'help.open': ['f1'],
    'app.keys.title': ['?'],
    'outbox.keys.undo': ['mod+z'],
  },
  // With the marked vehicle of the search.
  'app.search.title': {
    'liveMap.card.openVehicle': ['mod+enter'],
    'liveMap.card.replayToday': ['shift+enter'],
    'liveMap.card.follow': ['alt+enter'],
  },
  'liveMap.keys.group': {
    'liveMap.keys.next': ['j'],
    'liveMap.keys.previous': ['k'],
    'liveMap.keys.centre': ['enter'],
    'liveMap.keys.follow': ['f'],
    'liveMap.keys.menu': ['shift+f10', 'contextmenu'],
    'liveMap.find.open': ['p'],
    'liveMap.keys.filter': ['/'],
    'liveMap.keys.close': ['escape'],
    'liveMap.list.close': ['escape'],
    'liveMap.cluster.close': ['escape'],
    'records.selection.clear': ['escape'],
    'liveMap.measure.add': ['enter'],
    'liveMap.measure.takeBack': ['backspace'],
    'liveMap.measure.close': ['escape'],
  },
  'app.keys.replay': {
    'playback.keys.play': ['space'],
    'playback.keys.back': ['arrowleft'],
    'playback.keys.on': ['arrowright'],
    'playback.keys.stepBack': ['shift+arrowleft'],
    'playback.keys.stepOn': ['shift+arrowright'],
    'playback.keys.slower': ['['],
    'playback.keys.faster': [']'],
    'playback.follow': ['f'],
  },
  'records.keys.group': {
    'records.keys.next': ['j', 'arrowdown'],
    'records.keys.previous': ['k', 'arrowup'],
    'records.keys.selectDown': ['shift+arrowdown'],
    'records.keys.selectUp': ['shift+arrowup'],
    'records.keys.open': ['enter'],
    'records.keys.select': ['x'],
    'records.keys.new': ['n'],
    'records.keys.copy': ['mod+c'],
    'records.keys.search': ['/'],
    'records.keys.remove': ['delete'],
    'records.keys.save': ['mod+s'],
    'records.selection.clear': ['escape'],
    'records.keys.close': ['escape'],
  },
  'outbox.keys.group': {
    'outbox.keys.next': ['j', 'arrowdown'],
    'outbox.keys.previous': ['k', 'arrowup'],
    'outbox.keys.discard': ['delete'],
    'outbox.keys.close': ['escape'],
  },
  'alerts.keys.group': {
    'alerts.keys.next': ['j'],
    'alerts.keys.previous': ['k'],
    'alerts.keys.acknowledge': ['a'],
    'alerts.keys.map': ['m'],
    'alerts.keys.close': ['escape'],
    'app.save': ['mod+s'],
  },
  'app.screens.zones': {
    'liveMap.find.open': ['p'],
    'app.save': ['mod+s'],
  },
  'help.title': {
    'help.search': ['/'],
  },
  'app.screens.settings': {
    'settings.page.search': ['/'],
  },
  'settings.connection.title': {
    'app.save': ['mod+s'],
  },
} as const satisfies Partial<Record<MessageKey, Partial<Record<MessageKey, readonly string[]>>>>;

type Keys = typeof shortcutKeys;

/** The shortcuts of a heading: `on('liveMap.keys.next', { run })`, one for each key of it. */
export function shortcutsOf<Group extends keyof Keys>(group: Group) {
  return (
    label: keyof Keys[Group] & MessageKey,
    does: Omit<Shortcut, 'keys' | 'label' | 'group'>,
  ): Shortcut[] => {
    const keys: readonly string[] =
      (shortcutKeys as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>)[
        group
      ]?.[label] ?? [];
    return keys.map((each) => ({ ...does, keys: each, label, group }));
  };
}
