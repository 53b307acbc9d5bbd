import { fold, wordsOf } from '@contract/folding';
import {
  sectionTitles,
  settingEntries,
  settingsSections,
  type SettingId,
  type SettingsSectionId,
} from '@/app/settings-catalog';
import { withoutFillers } from '@/i18n/fillers';
import { hasMessage, keysWithin, type MessageKey, type Translate } from '@/i18n/i18n';

/** A part of a text, and whether it is what was searched for. */
export interface TextPart {
  text: string;
  isFound: boolean;
}

/** A setting, or a whole section where only its title was found. */
export interface SettingFound {
  section: SettingsSectionId;
  setting: SettingId | null;
  title: string;
  label: readonly TextPart[];
  hint: readonly TextPart[];
}

/** What the search reads of one setting. */
interface Searched {
  section: SettingsSectionId;
  setting: SettingId | null;
  label: string;
  hint: string;
  /** All of it, folded. */
  text: string;
}

/**
 * The settings that hold all words, in the order of the page: in label, hint, choices, the title of
 * their section, or in what else people call them (`settings.also`). Words may be beginnings; case,
 * accents and the fillers of a question don't matter.
 */
export function findSettings(words: string, t: Translate): SettingFound[] {
  const wanted = wordsOf(withoutFillers(words, t('help.fillers')));
  if (wanted.length === 0) return [];
  const all = searched(t).filter(({ text }) => wanted.every((word) => text.includes(word)));
  // A section's title alone brings the section, not each of its settings.
  const found = all.filter(({ section, setting, text }) => {
    if (setting === null) return true;
    const title = fold(t(sectionTitles[section]));
    return wanted.some((word) => !title.includes(word)) || own(text, title, wanted);
  });
  return found.map(({ section, setting, label, hint }) => ({
    ...{ section, setting, title: t(sectionTitles[section]) },
    label: partsOf(label, wanted),
    hint: partsOf(hint, wanted),
  }));
}

/** Whether a setting holds a word without the help of its section's title. */
function own(text: string, title: string, wanted: readonly string[]): boolean {
  const rest = text.slice(title.length);
  return wanted.some((word) => rest.includes(word));
}

function searched(t: Translate): Searched[] {
  return settingsSections.flatMap((section) => {
    const title = t(sectionTitles[section]);
    const ids = (Object.keys(settingEntries) as SettingId[]).filter(
      (id) => settingEntries[id].section === section,
    );
    const text = fold(`${title} ${alsoOf(section, t)}`);
    return [
      { section, setting: null, label: title, hint: '', text },
      ...ids.map((setting) => {
        const { words, also = [], tellsState } = settingEntries[setting];
        const label = t(`${words}.label`);
        const hintKey = [words, 'hint'].join('.');
        const hint = !tellsState && hasMessage(hintKey) ? t(hintKey) : '';
        const more = [...choicesOf(setting), ...also].map((key) => t(key));
        const own = fold([title, label, hint, ...more, alsoOf(setting, t)].join(' '));
        return { section, setting, label, hint, text: own };
      }),
    ];
  });
}

/** What else people call a setting or a section. */
function alsoOf(name: SettingId | SettingsSectionId, t: Translate): string {
  const key = `settings.also.${name}`;
  return hasMessage(key) ? t(key) : '';
}

/** The words of a setting's choices: sentences beside its label that need nothing filled in. */
function choicesOf(setting: SettingId): MessageKey[] {
  const { words, keys } = settingEntries[setting];
  if (keys === undefined) return [];
  return keysWithin(words)
    .filter((name) => name !== 'label' && name !== 'hint')
    .map((name) => [words, name].join('.'))
    .filter(hasMessage);
}

/** A text cut where it holds the words, so that these can be marked. */
export function partsOf(text: string, wanted: readonly string[]): TextPart[] {
  // Folding can change the length of a text: each folded letter remembers where it came from.
  const letters = Array.from(text);
  const from: number[] = [];
  let folded = '';
  letters.forEach((letter, index) => {
    const plain = fold(letter);
    folded += plain;
    from.push(...Array.from({ length: plain.length }, () => index));
  });
  const isFound = letters.map(() => false);
  for (const word of wanted) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const first = from[at] ?? 0;
      const last = from[at + word.length - 1] ?? first;
      isFound.fill(true, first, last + 1);
    }
  }
  const parts: TextPart[] = [];
  letters.forEach((letter, index) => {
    const last = parts.at(-1);
    const isHere = isFound[index] === true;
    if (last?.isFound === isHere) last.text += letter;
    else parts.push({ text: letter, isFound: isHere });
  });
  return parts;
}
