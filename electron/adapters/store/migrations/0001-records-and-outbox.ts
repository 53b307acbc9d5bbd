import type { Migration } from './migration';

/**
 * Records with what the service told and what waits here side by side; associations; the outbox
 * with what was deleted; and how far the passes over the lists have come.
 */
export const recordsAndOutbox: Migration = {
  version: 1,
  name: 'records-and-outbox',
  up(connection) {
    connection.execute(`
      CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO meta VALUES ('revision', 0);

      CREATE TABLE notes (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- What is large and seldom read comes last, so that it doesn't have to be read past.
      CREATE TABLE records (
        id INTEGER PRIMARY KEY,
        collection TEXT NOT NULL,
        key TEXT NOT NULL,
        mark TEXT NOT NULL DEFAULT 'none',
        read_at REAL,
        gone_at REAL,
        first_told_at INTEGER,
        pass INTEGER,
        absences INTEGER NOT NULL DEFAULT 0,
        told TEXT,
        pending TEXT,
        set_here TEXT,
        unread TEXT,
        raw TEXT
      ) STRICT;
      CREATE UNIQUE INDEX records_by_key ON records (collection, key);
      CREATE INDEX records_touched_here ON records (id)
        WHERE pending IS NOT NULL OR set_here IS NOT NULL OR mark <> 'none';

      CREATE TABLE aliases (
        old TEXT PRIMARY KEY,
        new TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE syncs (
        collection TEXT PRIMARY KEY,
        pass INTEGER NOT NULL,
        next_page INTEGER,
        read INTEGER NOT NULL,
        completed_at REAL,
        paging_refused INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE associations (
        key TEXT PRIMARY KEY,
        side TEXT NOT NULL,
        vehicle_key TEXT NOT NULL,
        other_key TEXT NOT NULL,
        is_main INTEGER NOT NULL,
        created_at REAL,
        mark TEXT NOT NULL,
        pending_main INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX associations_by_vehicle ON associations (vehicle_key, side);
      CREATE INDEX associations_by_other ON associations (other_key, side);
      CREATE INDEX associations_main ON associations (created_at) WHERE is_main = 1;

      CREATE TABLE association_lists (
        vehicle_key TEXT NOT NULL,
        side TEXT NOT NULL,
        read_at REAL NOT NULL,
        PRIMARY KEY (vehicle_key, side)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE entries (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        kind TEXT NOT NULL,
        collection TEXT NOT NULL,
        key TEXT NOT NULL,
        label TEXT NOT NULL,
        other_collection TEXT,
        other_key TEXT,
        changed_at REAL NOT NULL,
        password TEXT,
        body TEXT NOT NULL,
        digest TEXT NOT NULL
      ) STRICT;
      CREATE INDEX entries_open ON entries (seq) WHERE state NOT IN ('sent', 'discarded');
      CREATE INDEX entries_by_subject ON entries (collection, key);
      CREATE INDEX entries_by_other ON entries (other_collection, other_key)
        WHERE other_key IS NOT NULL;

      CREATE TABLE deletions (
        id TEXT PRIMARY KEY,
        deleted_at REAL NOT NULL,
        body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
