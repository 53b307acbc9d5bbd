import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  type BinaryLike,
  type ScryptOptions,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Files } from '@core/ports/files';
import { KeychainFailure, type Keychain } from '@core/ports/keychain';
import type { PassphraseKeychains } from '@core/ports/passphrase-keychains';
import { readStored } from '@core/stored-json';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;

/** What a guess at a passphrase costs: scrypt's parameters. */
export interface GuessCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 128 MB and a few tenths of a second for each guess. */
const USUAL_COST: GuessCost = { N: 131_072, r: 8, p: 1 };

const deriveKey = promisify(scrypt) as (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;

const vaultSchema = z.strictObject({
  version: z.literal(1),
  // Bounds, so that a planted file can't ask for no work at all; its memory is checked as a whole.
  N: z.number().int().min(16_384).max(1_048_576),
  r: z.number().int().min(1).max(32),
  p: z.number().int().min(1).max(16),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  data: z.base64(),
});

/** Most memory that an entry may ask for, bytes: four times the usual. */
const MOST_MEMORY = 512 * 1024 * 1024;

type Vault = z.output<typeof vaultSchema>;

/** Keychains in files: each entry encrypted under a key that scrypt derives from a passphrase. */
export class PassphraseVaults implements PassphraseKeychains {
  readonly #files: Files;
  readonly #cost: GuessCost;

  constructor(files: Files, cost: GuessCost = USUAL_COST) {
    this.#files = files;
    this.#cost = cost;
  }

  open(passphrase: string): Keychain {
    return new PassphraseKeychain(this.#files, this.#cost, passphrase);
  }

  discard(account: string): Promise<boolean> {
    return removeFile(this.#files, account);
  }
}

class PassphraseKeychain implements Keychain {
  readonly #files: Files;
  readonly #cost: GuessCost;
  readonly #passphrase: string;
  /** Keys by salt: each rotation of tokens would cost a derivation otherwise. */
  readonly #keys = new Map<string, Promise<Buffer>>();

  constructor(files: Files, cost: GuessCost, passphrase: string) {
    this.#files = files;
    this.#cost = cost;
    // The same passphrase typed on another system may be composed in another way.
    this.#passphrase = passphrase.normalize('NFKC');
  }

  async read(account: string): Promise<string | null> {
    const vault = await this.#load(account);
    if (vault === null) return null;
    const key = await this.#keyOf(vault);
    try {
      const decipher = createDecipheriv(CIPHER, key, Buffer.from(vault.iv, 'base64'));
      decipher.setAAD(Buffer.from(account, 'utf8'));
      decipher.setAuthTag(Buffer.from(vault.tag, 'base64'));
      const data = Buffer.from(vault.data, 'base64');
      return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
    } catch (cause) {
      const message = 'The passphrase does not open the saved session.';
      throw new KeychainFailure('wrong-passphrase', message, { cause });
    }
  }

  async write(account: string, secret: string): Promise<void> {
    const salt = await this.#saltOf(account);
    const iv = randomBytes(IV_BYTES);
    const key = await this.#keyOf({ ...this.#cost, salt });
    const cipher = createCipheriv(CIPHER, key, iv);
    cipher.setAAD(Buffer.from(account, 'utf8'));
    const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const vault: Vault = {
      version: 1,
      ...this.#cost,
      salt,
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      data: data.toString('base64'),
    };
    await this.#files.write(fileOf(account), JSON.stringify(vault));
  }

  remove(account: string): Promise<boolean> {
    return removeFile(this.#files, account);
  }

  /** The salt of an entry that this passphrase opened before, or a new one. */
  async #saltOf(account: string): Promise<string> {
    const vault = await this.#load(account).catch(() => null);
    const isOurs = vault !== null && this.#keys.has(vault.salt) && vault.N === this.#cost.N;
    return isOurs ? vault.salt : randomBytes(SALT_BYTES).toString('base64');
  }

  #keyOf({ salt, N, r, p }: Pick<Vault, 'salt' | 'N' | 'r' | 'p'>): Promise<Buffer> {
    const known = this.#keys.get(salt);
    if (known) return known;
    const memory = memoryOf({ N, r, p }) + 32 * 1024 * 1024;
    const key = deriveKey(this.#passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, {
      N,
      r,
      p,
      maxmem: memory,
    });
    this.#keys.set(salt, key);
    return key;
  }

  async #load(account: string): Promise<Vault | null> {
    const text = await this.#files.read(fileOf(account));
    if (text === null) return null;
    const vault = readStored(vaultSchema, text);
    if (vault === null || memoryOf(vault) > MOST_MEMORY) {
      throw new KeychainFailure('unreadable', 'The saved session is not what was written.');
    }
    return vault;
  }
}

/** What scrypt needs for its work, bytes. */
function memoryOf({ N, r, p }: GuessCost): number {
  return 128 * N * r * p;
}

function fileOf(account: string): string {
  return `vault/${account}.json`;
}

async function removeFile(files: Files, account: string): Promise<boolean> {
  const wasThere = (await files.read(fileOf(account))) !== null;
  await files.remove(fileOf(account));
  return wasThere;
}
