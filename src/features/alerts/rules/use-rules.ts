import type { RuleView } from '@contract/alerts';
import type { AlertKind, AlertRule } from '@contract/alert-rules';
import type { AppError, Result } from '@contract/errors';
import { kilometresPerMile, useFormat } from '@/app/format';
import { useUndo } from '@/app/undo';
import { useAlertsStore } from '@/app/stores/alerts-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { callsInTurn, withLater } from '@/app/saving-drafts';
import { guardUnsaved } from '@/app/unsaved';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { computed, ref, shallowRef, watch } from 'vue';
import { draftOf, newRule, ruleOf, type RuleDraft } from './rule-draft';
import { useRuleWords } from './use-rule-words';

/** What the rules' part of the screen does: choosing, changing, keeping, removing. */
export function useRules() {
  const { t } = useI18n();
  const bridge = useBridge();
  const store = useAlertsStore();
  const format = useFormat();
  const settings = useSettingsStore();
  const words = useRuleWords();
  const undo = useUndo();
  void store.start();
  /** The rule in the panel as it is being changed; null where none is chosen. */
  const draft = shallowRef<RuleDraft | null>(null);
  /** As it was when it was opened, to tell whether it was changed. */
  const before = shallowRef<RuleDraft | null>(null);
  const error = shallowRef<AppError | null>(null);
  const isBusy = ref(false);
  /** A save was tried with something missing: from now on it is shown. */
  const showsProblems = ref(false);
  const outcome = ref('');

  const unit = computed(() => ({ kmh: format.isImperial.value ? kilometresPerMile : 1 }));
  const kept = computed(() =>
    draft.value ? store.rules.find(({ rule }) => rule.id === draft.value?.id) : undefined,
  );
  const read = computed(() => {
    const others = store.rules.map(({ rule }) => rule);
    return draft.value === null ? null : ruleOf(draft.value, others, unit.value, words.summary);
  });
  const isChanged = computed(
    () => draft.value !== null && JSON.stringify(draft.value) !== JSON.stringify(before.value),
  );

  // Another window may change the same rule, or the unit: what is not touched here follows.
  watch([kept, unit], ([now]) => {
    if (now === undefined || draft.value === null || before.value === null) return;
    const next = draftOf(now.rule, unit.value, words.summary);
    if (JSON.stringify(next) === JSON.stringify(before.value)) return;
    draft.value = withLater(next, before.value, draft.value);
    before.value = next;
  });

  /** Changes of rules, one after the other: each is made from what the one before left. */
  const does = callsInTurn<Result<unknown>, boolean>(async (call) => {
    isBusy.value = true;
    error.value = null;
    const answer = await call();
    isBusy.value = false;
    if (!answer.ok) error.value = answer.error;
    return answer.ok;
  });

  function show(next: RuleDraft | null): void {
    draft.value = next;
    before.value = next;
    error.value = null;
    showsProblems.value = false;
  }

  async function save(): Promise<boolean> {
    const rule = read.value?.rule ?? null;
    const sent = draft.value;
    showsProblems.value = rule === null;
    if (sent === null || rule === null) return false;
    if (!(await does(() => bridge.alerts.saveRule(rule)))) return false;
    if (draft.value?.id === sent.id) {
      const saved = draftOf(rule, unit.value, words.summary);
      draft.value = withLater(saved, sent, draft.value);
      before.value = saved;
    }
    outcome.value = t('alerts.rules.saved', { name: rule.name });
    return true;
  }

  async function remove(rule: AlertRule): Promise<void> {
    if (!(await does(() => bridge.alerts.removeRule(rule.id)))) return;
    if (draft.value?.id === rule.id) show(null);
    undo.offer({
      title: t('alerts.rules.deleted', { name: rule.name }),
      takeBack: async () => {
        const answer = await bridge.alerts.saveRule(rule);
        return answer.ok ? null : answer.error;
      },
    });
  }

  async function turn({ rule }: RuleView, isOn: boolean): Promise<void> {
    const isDone = await does(() => {
      // A save before it may have changed the rule.
      const latest = store.rules.find((each) => each.rule.id === rule.id)?.rule ?? rule;
      return bridge.alerts.saveRule({ ...latest, isOn });
    });
    if (!isDone || draft.value?.id !== rule.id) return;
    draft.value = { ...draft.value, isOn };
    if (before.value) before.value = { ...before.value, isOn };
  }

  guardUnsaved({
    isUnsaved: () => isChanged.value,
    name: () =>
      draft.value?.name.trim() ||
      (read.value?.offered ?? kept.value?.rule.name ?? t('alerts.rules.new')),
    isLeft: () => false,
    save,
    discard: () => {
      show(null);
    },
  });

  return {
    ...{ store, draft, error, isBusy, showsProblems, outcome, kept, read, isChanged },
    ...{ save, remove, turn },
    /** Changes parts of the draft; two at once are both kept. */
    change: (patch: Partial<RuleDraft>) => {
      if (draft.value !== null) draft.value = { ...draft.value, ...patch };
    },
    close: () => {
      show(null);
    },
    choose: ({ rule }: RuleView) => {
      show(draftOf(rule, unit.value, words.summary));
    },
    begin: (kind: AlertKind) => {
      show(newRule(kind, unit.value, settings.state.longIdling));
    },
  };
}
