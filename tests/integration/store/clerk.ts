import { parseArgs } from 'node:util';
import type { StoreChange } from '@core/ports/store';
import { migrations } from '@adapters/store/migrations';
import type { Migration } from '@adapters/store/migrations/migration';
import { openInlineStore } from '@adapters/store/inline-store';

/**
 * A process that saves change after change and says after each which one holds, until it is
 * killed. `--hold` has it keep the file and do nothing, `--die "within 2"` or `"before 2"` end
 * itself in or ahead of that step to a newer version.
 */
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    hold: { type: 'boolean', default: false },
    die: { type: 'string', default: '' },
  },
});

const store = await openInlineStore(values.file, values.key, {
  migrations: migrations.map(mortal),
});
if (values.hold) {
  await say('open');
  // Kept alive until it is killed.
  setInterval(() => undefined, 60_000);
} else {
  for (let number = Number(values.from); ; number += 1) {
    await store.commit(changeOf(number));
    await say(String(number));
  }
}

function mortal(migration: Migration): Migration {
  const dieIf = (instant: string): void => {
    if (values.die === `${instant} ${migration.version}`) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...migration,
    up: (connection) => {
      dieIf('before');
      migration.up(connection);
      dieIf('within');
    },
  };
}

function say(word: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${word}\n`, () => {
      resolve();
    });
  });
}

/** A record and its entry, which hold together or not at all. */
function changeOf(number: number): StoreChange[] {
  const key = `V${String(number).padStart(14, '0')}`;
  const fields = { plate: `KIL-${number}`, description: 'x'.repeat((number * 37) % 3_000) };
  return [
    { kind: 'pending', collection: 'vehicles', key, pending: fields, mark: 'waiting' },
    {
      kind: 'entry',
      entry: {
        id: `e${number}`,
        seq: 0,
        kind: 'update',
        subject: { collection: 'vehicles', key, label: `KIL-${number}` },
        other: null,
        side: null,
        associationKey: null,
        fields,
        base: {},
        password: null,
        state: 'waiting',
        trouble: null,
        action: null,
        after: [],
        notBefore: null,
        createdAt: number,
        changedAt: number,
        sentAt: null,
        attempts: 0,
        firstSentAt: null,
        wasInDoubt: false,
        taken: null,
        pack: null,
        storedDifferently: [],
        snapshot: null,
      },
    },
  ];
}
