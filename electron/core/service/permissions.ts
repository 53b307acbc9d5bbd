import type { VerbOfResource } from '@contract/capabilities';

/** One call as far as permissions are concerned. */
export interface AnsweredCall {
  /** What it does with which resource; null where nobody needs a permission for it. */
  readonly verb: VerbOfResource | null;
  /** Parsed by the operation's schema. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Hears what the answers of the service say about the permissions of the user. */
export interface PermissionListener {
  /** The service carried the call out. */
  allowed(call: AnsweredCall): void;
  /** The service itself, not a gateway in front of it, answered 403. */
  refused(call: AnsweredCall): void;
}
