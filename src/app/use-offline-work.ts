import { CloudOff, CloudUpload, Pause, Play, Undo2, Wifi } from '@lucide/vue';
import { useBridge } from '@/bridge';
import { useActions } from './actions';
import { shortcutsOf } from './shortcut-keys';
import { isTyping, useShortcuts } from './shortcuts';
import { useOutboxStore } from './stores/outbox-store';
import { useRecordsStore } from './stores/records-store';
import { useSettingsStore } from './stores/settings-store';
import { useStoreStore } from './stores/store-store';
import { useUndo } from './undo';

/** What the frame offers on every screen for work without a connection: states, keys and actions. */
export function useOfflineWork(): void {
  const outbox = useOutboxStore();
  const settings = useSettingsStore();
  const undo = useUndo();

  void useStoreStore().start();
  void useRecordsStore().start();
  void outbox.start();

  useShortcuts(
    shortcutsOf('app.keys.general')('outbox.keys.undo', {
      // Where letters are typed the key undoes those.
      when: () => undo.isPossible && !isTyping(document.activeElement),
      run: () => void undo.undo(),
    }),
  );

  const workOffline = (wanted: boolean) => () => {
    void settings.update({ workOffline: wanted });
  };
  const pause = (wanted: boolean) => () => {
    void useBridge().outbox.pause(wanted);
  };
  useActions([
    {
      id: 'work-offline',
      label: 'app.workOffline.start',
      icon: CloudOff,
      when: () => !settings.state.workOffline,
      run: workOffline(true),
    },
    {
      id: 'go-online',
      label: 'app.workOffline.end',
      icon: Wifi,
      when: () => settings.state.workOffline,
      run: workOffline(false),
    },
    {
      id: 'send-now',
      label: 'outbox.sendNow',
      icon: CloudUpload,
      when: () => outbox.unsent > 0 && !outbox.isPaused && !settings.state.workOffline,
      run: () => void useBridge().outbox.sendNow(),
    },
    {
      id: 'pause-sending',
      label: 'outbox.pause',
      icon: Pause,
      when: () => outbox.unsent > 0 && !outbox.isPaused,
      run: pause(true),
    },
    {
      id: 'go-on-sending',
      label: 'outbox.goOn',
      icon: Play,
      when: () => outbox.isPaused,
      run: pause(false),
    },
    {
      id: 'undo-delete',
      label: 'outbox.keys.undo',
      icon: Undo2,
      keys: 'mod+z',
      when: () => undo.isPossible,
      run: () => void undo.undo(),
    },
  ]);
}
