import type { Component } from 'vue';
import type { MessageKey } from '@/i18n/i18n';

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
  run: () => void;
};

/** Lines of one kind; stale: they were found for other words than stand in the field by now. */
export type FindingGroup = {
  label: MessageKey;
  /** What is shown above them in place of the label: whose answers they are. */
  source?: string;
  findings: Finding[];
  isStale?: boolean;
  /** How many more were found than are shown. */
  more?: number;
};
