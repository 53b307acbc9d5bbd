import { recordsAndOutbox } from './0001-records-and-outbox';
import { trails } from './0002-trails';
import { search } from './0003-search';
import { localNames } from './0004-local-names';
import { mentions } from './0005-mentions';
import { pastDevices } from './0006-past-devices';
import { keptDays } from './0007-kept-days';
import { digests } from './0008-digests';
import { natures } from './0009-natures';
import { pastDevicesByDevice } from './0010-past-devices-by-device';
import { zones } from './0011-zones';
import { alerts } from './0012-alerts';
import { learnedDevices } from './0013-learned-devices';
import type { Migration } from './migration';

/** Every step in its order. What was released once never changes; what comes is added. */
export const migrations: readonly Migration[] = [
  recordsAndOutbox,
  trails,
  search,
  localNames,
  mentions,
  pastDevices,
  keptDays,
  digests,
  natures,
  pastDevicesByDevice,
  zones,
  alerts,
  learnedDevices,
];
