import type { AppError } from '@contract/errors';
import type { Component } from 'vue';
import type { MessageKey } from '@/i18n/i18n';

/** Something else to do with a line of the palette than what Enter does. */
export type FindingVerb = {
  label: string;
  icon: Component;
  /** Its keys while the line is marked, where it has any. */
  keys?: string;
  /** Why it can't be done now, as a sentence; null where it can. */
  refusal: () => string | null;
  run: () => void;
};

/** One line of the palette. */
export type Finding = {
  id: string;
  title: string;
  note?: string;
  icon: Component;
  isPlate?: boolean;
  keys?: string;
  /** It can't be taken; the note says why. */
  isRefused?: boolean;
  /** The palette stays open: it shows what comes of it. */
  keepsOpen?: boolean;
  /** What taking it does, in words, where that is no matter of course. */
  takes?: string;
  verbs?: readonly FindingVerb[];
  run: () => void;
};

/** Lines of one kind; stale: they were found for other words than are in the field by now. */
export type FindingGroup = {
  label: MessageKey;
  /** What is shown above them in place of the label: whose answers they are. */
  source?: string;
  findings: Finding[];
  isStale?: boolean;
  /** How many more were found than are shown. */
  more?: number;
  /** Why none of its kind could be sought. */
  error?: AppError;
};
