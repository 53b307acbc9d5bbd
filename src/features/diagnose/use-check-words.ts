import { checkIds, type CheckId, type CheckResult } from '@contract/diagnosis';
import { useFormat } from '@/app/format';
import { useByteSize } from '@/features/settings/byte-size';
import { errorText } from '@/i18n/errors';
import { hasMessage, useI18n } from '@/i18n/i18n';

/** The values that choose between the forms of a sentence. */
const counted = ['n', 'seconds', 'days', 'rows'] as const;

/** What a check found, in words of the language in use. */
export function useCheckWords() {
  const { t } = useI18n();
  const format = useFormat();
  const byteSize = useByteSize();

  function valuesOf({ values, failures = [] }: CheckResult): Record<string, string> {
    const written: Record<string, string> = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value === 'string') return [name, value];
        if (name.endsWith('At')) return [name, format.dateTime(value)];
        return [name, name.endsWith('Bytes') ? byteSize(value) : format.number(value)];
      }),
    );
    if (typeof values['seconds'] === 'number') {
      written['duration'] = format.duration(values['seconds']);
    }
    const problem = failures.map(({ error }) => errorText(error).title).join(' ');
    return { ...written, problem };
  }

  function countOf({ values }: CheckResult): number | undefined {
    const name = counted.find((known) => typeof values[known] === 'number');
    return name === undefined ? undefined : Number(values[name]);
  }

  function finding(result: CheckResult): string {
    const key = `diagnose.findings.${result.id}.${result.finding}`;
    return t(hasMessage(key) ? key : 'diagnose.fault', valuesOf(result), countOf(result));
  }

  /** What to do about it; null where there is nothing to do. */
  function advice(result: CheckResult): string | null {
    const key = `diagnose.advice.${result.id}.${result.finding}`;
    return hasMessage(key) ? t(key, valuesOf(result)) : null;
  }

  /** What failed, for those who open the details; null where nothing did. */
  function technical({ failures = [] }: CheckResult): string | null {
    if (failures.length === 0) return null;
    return failures
      .map(({ name, error }) => {
        const text = errorText(error).technical;
        return name === undefined ? text : `${name}\n${text}`;
      })
      .join('\n\n');
  }

  /** All that was found, as text to copy. */
  function asText(results: ReadonlyMap<CheckId, CheckResult>): string {
    return checkIds
      .flatMap((id) => {
        const result = results.get(id);
        if (result === undefined) return [];
        const verdict = t(`diagnose.verdicts.${result.verdict}`);
        const words = [finding(result), advice(result)].filter((text) => text !== null).join(' ');
        return [`${t(`diagnose.checks.${id}`)}: ${verdict}. ${words}`];
      })
      .join('\n');
  }

  return { finding, advice, technical, asText };
}
