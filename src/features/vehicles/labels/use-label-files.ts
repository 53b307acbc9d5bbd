import { LABEL_FILE_AT_MOST, type LabelFileContent } from '@contract/vehicle-label-files';
import type { LabelFormat } from '@contract/vehicle-label-files';
import type { AppError } from '@contract/errors';
import { decodeText } from '@/app/file-text';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { useBridge } from '@/bridge';
import { useI18n } from '@/i18n/i18n';
import { ref, shallowRef } from 'vue';

/** Tags, groups and pins to files and from them. */
export function useLabelFiles() {
  const { t } = useI18n();
  const given = useVehicleLabelsStore();
  const error = shallowRef<AppError | null>(null);
  /** What became of an export, as a sentence. */
  const outcome = ref('');
  /** A file that was read and waits for a yes. */
  const offered = shallowRef<{ file: string; content: LabelFileContent } | null>(null);
  const isBusy = ref(false);

  async function read(file: File): Promise<void> {
    error.value = null;
    outcome.value = '';
    // A larger one is another file; it is not worth its memory.
    if (file.size > LABEL_FILE_AT_MOST) {
      const message = `The file has ${String(file.size)} bytes.`;
      error.value = { code: 'file-unreadable', reason: 'too-large', message };
      return;
    }
    const bytes = await bytesOf(file);
    if (bytes === null) {
      error.value = { code: 'file-unreadable', message: 'The file could not be read.' };
      return;
    }
    const text = decodeText(bytes);
    const answer = await useBridge().vehicles.readLabels({ name: file.name, text });
    if (answer.ok) offered.value = { file: file.name, content: answer.data };
    else error.value = answer.error;
  }

  async function add(): Promise<void> {
    if (offered.value === null || isBusy.value) return;
    const { file, content } = offered.value;
    const { labels, vehicles } = content;
    isBusy.value = true;
    const said = t('vehicles.labels.file.added', { file });
    error.value = await given.changeForNow({ kind: 'add', labels, vehicles }, said);
    isBusy.value = false;
    offered.value = null;
  }

  async function write(format: LabelFormat): Promise<void> {
    error.value = null;
    outcome.value = '';
    const answer = await useBridge().vehicles.exportLabels(format);
    if (!answer.ok) error.value = answer.error;
    else if (answer.data !== null) {
      outcome.value = t('vehicles.labels.exported', { file: answer.data });
    }
  }

  return { error, outcome, offered, isBusy, read, add, write };
}

/** The bytes of a file; null where its drive does not give them. */
async function bytesOf(file: File): Promise<Uint8Array | null> {
  return file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
}
