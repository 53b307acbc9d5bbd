import { z } from 'zod';
import type { OwnCertificate } from '@contract/certificates';
import { FleetdeskError, type ErrorReason } from '@contract/errors';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { FoundCertificate, OwnTrust } from '../ports/own-trust';
import { setAsideDamaged } from '../set-aside';
import { readStored } from '../stored-json';

const FILE = 'certificates.json';

/** So many authorities a person may add. Those of the administrator don't count. */
const MOST = 50;

const fileSchema = z.strictObject({
  version: z.literal(1),
  certificates: z.array(z.strictObject({ file: z.string(), pem: z.string() })),
});

/** A file with certificates: its name, without the folder, and what is in it. */
export interface CertificateFile {
  readonly name: string;
  readonly text: string;
}

/** What own certificates need. */
export interface OwnCertificatesOptions {
  files: Pick<Files, 'read' | 'write' | 'setAside'>;
  clock: Pick<Clock, 'now'>;
  trust: OwnTrust;
  /** Files that the administrator of this computer named. */
  managed: readonly CertificateFile[];
}

interface Held extends FoundCertificate {
  readonly file: string;
  readonly isManaged: boolean;
}

/**
 * The certificate authorities of an office that its system does not know: a person adds them from
 * files, or the administrator names these. They are copied, so that a file may go.
 */
export class OwnCertificates {
  readonly #options: OwnCertificatesOptions;
  #held: readonly Held[] = [];

  private constructor(options: OwnCertificatesOptions) {
    this.#options = options;
  }

  /** Reads what is kept, and trusts it. A file that can't be read is set aside as it was. */
  static async open(options: OwnCertificatesOptions): Promise<OwnCertificates> {
    const own = new OwnCertificates(options);
    await own.#load();
    return own;
  }

  /** The authorities, those of the administrator first. */
  list(): OwnCertificate[] {
    return this.#held.map(({ fingerprint, subject, endsAt, file, isManaged }) => ({
      ...{ fingerprint, subject, endsAt, file, isManaged },
    }));
  }

  /**
   * Trusts the authorities of a file. What else is in it is left out.
   * @throws FleetdeskError `file-unreadable` with a reason where it holds none that can be used, or
   * where more would be kept than may be
   */
  async add({ name, text }: CertificateFile): Promise<OwnCertificate[]> {
    const found = this.#options.trust.read(text);
    const good = found.filter((each) => each !== null && this.#faultOf(each) === null);
    if (good.length === 0) {
      const [first = null] = found;
      throw refused((first && this.#faultOf(first)) ?? 'certificate-file');
    }
    const added = good.flatMap((each) => (each ? [{ ...each, file: name, isManaged: false }] : []));
    const next = distinct([...this.#held, ...added]);
    // Which of them the office needs is not known here: none is left out without a word.
    if (next.filter(({ isManaged }) => !isManaged).length > MOST) throw refused('certificate-many');
    await this.#keep(next);
    return this.list();
  }

  /** Trusts an authority no longer, unless the administrator named it. */
  async remove(fingerprint: string): Promise<OwnCertificate[]> {
    await this.#keep(
      this.#held.filter((each) => each.isManaged || each.fingerprint !== fingerprint),
    );
    return this.list();
  }

  async #load(): Promise<void> {
    const { files, managed } = this.#options;
    const text = await files.read(FILE);
    const stored = text === null ? null : readStored(fileSchema, text);
    const kept = (stored?.certificates ?? []).map(({ file, pem }) => ({ name: file, text: pem }));
    this.#use(
      distinct([
        ...managed.flatMap((file) => this.#read(file, true)),
        ...kept.flatMap((file) => this.#read(file, false)),
      ]),
    );
    if (text === null || stored !== null) return;
    await setAsideDamaged(files, FILE, () => this.#write(this.#held));
  }

  #read({ name, text }: CertificateFile, isManaged: boolean): Held[] {
    const found = this.#options.trust.read(text);
    // One that ended stays in the list, which says so; nothing that it signed is trusted.
    return found.flatMap((each) =>
      each?.isAuthority === true ? [{ ...each, file: name, isManaged }] : [],
    );
  }

  #faultOf({ isAuthority, endsAt }: FoundCertificate): ErrorReason | null {
    if (!isAuthority) return 'certificate-not-authority';
    return endsAt < this.#options.clock.now() ? 'certificate-ended' : null;
  }

  /** Nothing is trusted that is not on the disk: after the next start it would be gone. */
  async #keep(held: readonly Held[]): Promise<void> {
    await this.#write(held);
    this.#use(held);
  }

  #use(held: readonly Held[]): void {
    this.#held = held;
    this.#options.trust.use(held.map(({ pem }) => pem));
  }

  async #write(held: readonly Held[]): Promise<void> {
    const certificates = held
      .filter(({ isManaged }) => !isManaged)
      .map(({ file, pem }) => ({ file, pem }));
    const content: z.output<typeof fileSchema> = { version: 1, certificates };
    try {
      await this.#options.files.write(FILE, `${JSON.stringify(content, null, 2)}\n`);
    } catch (cause) {
      const message = `The certificates can't be saved: ${String(cause)}`;
      throw new FleetdeskError({ code: 'file-unreadable', message }, { cause });
    }
  }
}

/** Each authority once; the first one counts. */
function distinct(held: readonly Held[]): Held[] {
  const known = new Map<string, Held>();
  for (const each of held) {
    if (!known.has(each.fingerprint)) known.set(each.fingerprint, each);
  }
  return [...known.values()];
}

function refused(reason: ErrorReason): FleetdeskError {
  return new FleetdeskError({
    ...{ code: 'file-unreadable', reason },
    message: 'The certificates of the file were not taken.',
  });
}
