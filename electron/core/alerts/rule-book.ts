import { FleetdeskError } from '@contract/errors';
import { RULES_AT_MOST, type AlertRule } from '@contract/alert-rules';
import { faultsOf } from '@contract/rules/rule-faults';
import type { Store } from '../ports/store';

/** The rules of a connection, kept in its store. */
export class RuleBook {
  readonly #store: Pick<Store, 'rules' | 'commit'>;
  readonly #rules = new Map<string, AlertRule>();

  constructor(store: Pick<Store, 'rules' | 'commit'>) {
    this.#store = store;
  }

  /** Reads what is kept. */
  async load(): Promise<void> {
    for (const rule of await this.#store.rules()) this.#rules.set(rule.id, rule);
  }

  /** All rules, in the order in which they were made. */
  all(): readonly AlertRule[] {
    return [...this.#rules.values()];
  }

  /** A rule by its id. */
  get(id: string): AlertRule | undefined {
    return this.#rules.get(id);
  }

  /**
   * Keeps a rule, in place of the one with its id.
   * @throws FleetdeskError `invalid-request` with the faults by field, or where there are too many
   */
  async save(rule: AlertRule): Promise<void> {
    const faults = faultsOf(rule, this.all());
    if (faults.length > 0) {
      throw new FleetdeskError({
        code: 'invalid-request',
        message: `The rule ${rule.name} can't be kept.`,
        fields: faults.map(({ field, code }) => ({ path: field, message: code })),
      });
    }
    if (!this.#rules.has(rule.id) && this.#rules.size >= RULES_AT_MOST) {
      const message = `There is room for ${String(RULES_AT_MOST)} rules.`;
      throw new FleetdeskError({ code: 'invalid-request', message });
    }
    await this.#store.commit([{ kind: 'rule', rule }]);
    this.#rules.set(rule.id, rule);
  }

  /** Removes a rule; one that is gone already is none. */
  async remove(id: string): Promise<void> {
    await this.#store.commit([{ kind: 'dropRule', id }]);
    this.#rules.delete(id);
  }
}
