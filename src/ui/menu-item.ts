import type { Component } from 'vue';

/** One line of a menu. */
export type MenuItem = {
  id: string;
  label: string;
  icon: Component;
  keys?: string | undefined;
  /** Why it can't be done at the moment. */
  refusal?: string | null | undefined;
  /** It is one of several choices, and this one holds or doesn't. */
  checked?: boolean;
  /** A line above it. */
  parted?: boolean;
  run: () => void;
};
