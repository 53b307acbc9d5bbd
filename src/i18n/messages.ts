import type { BuiltInCollection, CollectionName } from '@contract/collections';
import type { Locale } from '@contract/settings';
import type alerts from '@resources/locales/en/alerts.json';
import type app from '@resources/locales/en/app.json';
import type capabilities from '@resources/locales/en/capabilities.json';
import type chips from '@resources/locales/en/chips.json';
import type devices from '@resources/locales/en/devices.json';
import type diagnose from '@resources/locales/en/diagnose.json';
import type enterprises from '@resources/locales/en/enterprises.json';
import type errors from '@resources/locales/en/errors.json';
import type fields from '@resources/locales/en/fields.json';
import type help from '@resources/locales/en/help.json';
import type liveMap from '@resources/locales/en/live-map.json';
import type outbox from '@resources/locales/en/outbox.json';
import type playback from '@resources/locales/en/playback.json';
import type records from '@resources/locales/en/records.json';
import type roles from '@resources/locales/en/roles.json';
import type serviceProfile from '@resources/locales/en/service-profile.json';
import type settings from '@resources/locales/en/settings.json';
import type signIn from '@resources/locales/en/sign-in.json';
import type updates from '@resources/locales/en/updates.json';
import type users from '@resources/locales/en/users.json';
import type vehicles from '@resources/locales/en/vehicles.json';
import type zones from '@resources/locales/en/zones.json';
import type { Tree } from './tree';

/** Every sentence of the app, a topic a file; English says which keys there are. */
export type Messages = {
  alerts: typeof alerts;
  app: typeof app;
  capabilities: typeof capabilities;
  chips: typeof chips;
  devices: typeof devices;
  diagnose: typeof diagnose;
  enterprises: typeof enterprises;
  errors: typeof errors;
  fields: typeof fields;
  help: typeof help;
  liveMap: typeof liveMap;
  outbox: typeof outbox;
  playback: typeof playback;
  records: typeof records;
  roles: typeof roles;
  serviceProfile: typeof serviceProfile;
  settings: typeof settings;
  signIn: typeof signIn;
  updates: typeof updates;
  users: typeof users;
  vehicles: typeof vehicles;
  zones: typeof zones;
};

type Leaf<T, Path extends string> = T extends string
  ? Path
  : { [K in keyof T & string]: Leaf<T[K], `${Path}.${K}`> }[keyof T & string];

/** The last parts of keys, within a topic. */
type Within<Topic extends keyof Messages> =
  Leaf<Messages[Topic], Topic> extends infer Key
    ? Key extends `${Topic}.${infer Last}`
      ? Last
      : never
    : never;

/** What the topics of all kinds of records have alike. */
type AlikeKey = {
  [Topic in BuiltInCollection]: (key: Within<Topic>) => void;
}[BuiltInCollection] extends (key: infer Key) => void
  ? Key
  : never;

/** Sentences about any collection: those of one that a service profile describes are made of its names. */
type CollectionKey =
  | `${CollectionName}.${AlikeKey & string}`
  | `app.screens.${CollectionName}`
  | `settings.data.collections.${CollectionName}`;

/** The key of one sentence, as `topic.key`. */
export type MessageKey =
  | { [Topic in keyof Messages & string]: Leaf<Messages[Topic], Topic> }[keyof Messages & string]
  | CollectionKey;

/** Where the sentences of each language are: a page loads those that it speaks. */
const files: Readonly<Record<Locale, () => Promise<{ default: Tree }>>> = {
  en: () => import('./sentences/en'),
  'pt-BR': () => import('./sentences/pt-BR'),
  es: () => import('./sentences/es'),
};

/** All sentences of a language. */
export async function readMessages(locale: Locale): Promise<Tree> {
  return (await files[locale]()).default;
}
