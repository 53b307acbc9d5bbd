import { interface as dbus, sessionBus, type MessageBus } from '@jellybrick/dbus-next';

/** A notification as the desktop was asked to show it. */
export interface ShownNotice {
  id: number;
  title: string;
  body: string;
}

/** Lets an interface have the members that its class was given: its constructor hides them. */
function showMembers(of: InstanceType<typeof dbus.Interface>): void {
  for (const name of ['$methods', '$properties', '$signals']) Reflect.deleteProperty(of, name);
}

/** The part of a desktop that shows notifications, on the session bus of this run. */
class Notifications extends dbus.Interface {
  readonly shown: ShownNotice[] = [];
  #last = 0;

  constructor() {
    super('org.freedesktop.Notifications');
    showMembers(this);
  }

  GetCapabilities(): string[] {
    return ['actions', 'body'];
  }

  GetServerInformation(): [string, string, string, string] {
    return ['test', 'fleetdesk', '1', '1.2'];
  }

  Notify(_app: string, replaces: number, _icon: string, title: string, body: string): number {
    const id = replaces === 0 ? (this.#last += 1) : replaces;
    this.shown.push({ id, title, body });
    return id;
  }

  CloseNotification(id: number): void {
    this.NotificationClosed(id, 3);
  }

  NotificationClosed(id: number, reason: number): [number, number] {
    return [id, reason];
  }

  ActionInvoked(id: number, action: string): [number, string] {
    return [id, action];
  }
}

Notifications.configureMembers({
  methods: {
    GetCapabilities: { inSignature: '', outSignature: 'as' },
    GetServerInformation: { inSignature: '', outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u', outSignature: '' },
  },
  signals: {
    NotificationClosed: { signature: 'uu' },
    ActionInvoked: { signature: 'us' },
  },
});

/** The part of a desktop that has a tray. */
class Tray extends dbus.Interface {
  readonly icons: string[] = [];
  readonly IsStatusNotifierHostRegistered = true;
  readonly ProtocolVersion = 0;

  constructor() {
    super('org.kde.StatusNotifierWatcher');
    showMembers(this);
  }

  RegisterStatusNotifierItem(service: string): void {
    this.icons.push(service);
  }

  RegisterStatusNotifierHost(): void {
    // There is one host: this test.
  }

  get RegisteredStatusNotifierItems(): string[] {
    return this.icons;
  }
}

Tray.configureMembers({
  methods: {
    RegisterStatusNotifierItem: { inSignature: 's', outSignature: '' },
    RegisterStatusNotifierHost: { inSignature: 's', outSignature: '' },
  },
  properties: {
    RegisteredStatusNotifierItems: { signature: 'as', access: 'read' },
    IsStatusNotifierHostRegistered: { signature: 'b', access: 'read' },
    ProtocolVersion: { signature: 'i', access: 'read' },
  },
});

/** What of a desktop the test plays. */
export interface DesktopServices {
  /** Notifications, the oldest first. */
  shown: readonly ShownNotice[];
  /** Icons in the tray, as they registered. */
  icons: readonly string[];
  /** A person clicks a notification. */
  click(notice: ShownNotice): void;
  close(): void;
}

/** Owns the names of notifications and tray on the session bus, as a desktop does. */
export async function playDesktop(): Promise<DesktopServices> {
  // Node can't open a socket that has no file.
  const addresses = (process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '').split(';');
  const address = addresses.find((each) => each.startsWith('unix:path='));
  const bus: MessageBus = sessionBus({ ...(address && { busAddress: address }) });
  const notifications = new Notifications();
  const tray = new Tray();
  bus.export('/org/freedesktop/Notifications', notifications);
  bus.export('/StatusNotifierWatcher', tray);
  await bus.requestName('org.freedesktop.Notifications');
  await bus.requestName('org.kde.StatusNotifierWatcher');
  return {
    shown: notifications.shown,
    icons: tray.icons,
    click: ({ id }) => {
      notifications.ActionInvoked(id, 'default');
    },
    close: () => {
      bus.disconnect();
    },
  };
}
