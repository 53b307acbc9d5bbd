import type { StoreChange } from '@core/ports/store';
import { dropRule, writeAlerts, writeRule } from './alert-rows';
import { applyAssociation, applyDropAssociation, applyListed } from './association-rows';
import type { Commit } from './commit';
import { applyDeletion, applyEntry } from './entry-rows';
import { writeJudged, writeVisits } from './judged-rows';
import { writeKeptDay } from './kept-day-rows';
import { writeLearned } from './learned-rows';
import { writeNote } from './note-rows';
import {
  applyDrop,
  applyGone,
  applyPassEnded,
  applyPending,
  applySetHere,
  applyTold,
} from './record-changes';
import { applyRename } from './rename';
import { applySync } from './sync-rows';
import { writeFixes } from './trail-rows';
import { dropZone, writeZone } from './zone-rows';

/** Takes one step of a commit. */
export function applyChange(commit: Commit, change: StoreChange): void {
  switch (change.kind) {
    case 'told':
      applyTold(commit, change);
      break;
    case 'pending':
      applyPending(commit, change);
      break;
    case 'setHere':
      applySetHere(commit, change);
      break;
    case 'drop':
      applyDrop(commit, change);
      break;
    case 'gone':
      applyGone(commit, change);
      break;
    case 'rename':
      applyRename(commit, change);
      break;
    case 'sync':
      applySync(commit, change.sync);
      break;
    case 'passEnded':
      applyPassEnded(commit, change);
      break;
    case 'associationsListed':
      applyListed(commit, change);
      break;
    case 'association':
      applyAssociation(commit, change);
      break;
    case 'dropAssociation':
      applyDropAssociation(commit, change);
      break;
    case 'entry':
      applyEntry(commit, change);
      break;
    case 'deletion':
      applyDeletion(commit, change);
      break;
    case 'fixes':
      writeFixes(commit.connection, change.fixes);
      break;
    case 'learned':
      writeLearned(commit.connection, change.devices);
      break;
    case 'day':
      writeKeptDay(commit.connection, change.kept);
      break;
    case 'zone':
      writeZone(commit.connection, change.zone);
      break;
    case 'dropZone':
      dropZone(commit.connection, change.id);
      break;
    case 'rule':
      writeRule(commit.connection, change.rule);
      break;
    case 'dropRule':
      dropRule(commit.connection, change.id);
      break;
    case 'alerts':
      writeAlerts(commit.connection, change.alerts);
      break;
    case 'judged':
      writeJudged(commit.connection, change.name, change.body);
      break;
    case 'visits':
      writeVisits(commit.connection, change.visits);
      break;
    case 'note':
      writeNote(commit.connection, change.name, change.value);
      break;
  }
}
