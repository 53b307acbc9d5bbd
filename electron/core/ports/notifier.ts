/** Something to do about a notification, shown as a button where the system has them. */
export interface NoticeAction {
  label: string;
  run(): void;
}

/** A notification for a person. */
export interface Notice {
  /** A later notification of the same id takes the place of this one. */
  id: string;
  title: string;
  body: string;
  actions: readonly NoticeAction[];
  /** A person clicked it. */
  open(): void;
}

/** Notifications of the operating system. They are silent: Fleetdesk has a sound of its own. */
export interface Notifier {
  readonly isSupported: boolean;
  show(notice: Notice): void;
  /** Takes a notification back, as when what it is about was settled elsewhere. */
  close(id: string): void;
}
