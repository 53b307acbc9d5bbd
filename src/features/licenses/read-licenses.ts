import { onMounted, ref, type Ref } from 'vue';

/** The license of one part of others' work. */
export interface License {
  name: string;
  version: string;
  /** Its SPDX name. */
  license: string;
  text: string;
}

/** A file that packages bring beside their pages; a build from a clone has none. */
const file = './licenses.json';

function isLicense(value: unknown): value is License {
  return ['name', 'version', 'license', 'text'].every(
    (key) => typeof (value as Record<string, unknown> | null)?.[key] === 'string',
  );
}

/** Reads the licenses of what this package holds. */
export function readLicenses(): {
  licenses: Readonly<Ref<readonly License[]>>;
  isMissing: Readonly<Ref<boolean>>;
} {
  const licenses = ref<readonly License[]>([]);
  const isMissing = ref(false);
  onMounted(async () => {
    try {
      const read: unknown = await (await fetch(file)).json();
      licenses.value = Array.isArray(read) ? read.filter(isLicense) : [];
    } catch {
      // No such file, or none that can be read.
    }
    isMissing.value = licenses.value.length === 0;
  });
  return { licenses, isMissing };
}
