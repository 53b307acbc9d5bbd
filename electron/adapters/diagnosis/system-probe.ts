import { lookup } from 'node:dns/promises';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connect,
  checkServerIdentity,
  type DetailedPeerCertificate,
  type PeerCertificate,
} from 'node:tls';
import { ProbeFailure, type SecureConnection, type SystemProbe } from '@core/ports/system-probe';

/** So long, ms, a look at the network may take. */
const PATIENCE = 10_000;

/** What the probe needs beside Node. */
export interface SystemProbeOptions {
  /** Where Fleetdesk keeps its files. */
  folder: string;
  proxyFor: SystemProbe['proxyFor'];
  graphics: SystemProbe['graphics'];
  /** Whether authorities of the settings stand for what a server shows, its own first. */
  trusts(host: string, shown: readonly Buffer[]): Promise<boolean>;
}

/** This computer and its network, by what Node knows of them. */
export function systemProbe(options: SystemProbeOptions): SystemProbe {
  const { folder, proxyFor, graphics, trusts } = options;
  return {
    proxyFor,
    graphics,
    addressesOf: async (host, signal) => {
      const found = await inTime(
        lookup(host, { all: true }).catch((fault: unknown) => {
          throw failureOf(fault);
        }),
        signal,
      );
      return found.map(({ address }) => address);
    },
    handshake: (host, port, signal) => handshake(host, port, { signal, trusts }),
    freeBytes: async () => {
      try {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      } catch {
        return null;
      }
    },
    canWrite: async () => {
      try {
        const draft = await mkdtemp(join(folder, 'diagnosis-'));
        await writeFile(join(draft, 'draft'), 'x');
        await rm(draft, { recursive: true });
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** A bad certificate is what somebody wants to hear about, so that the handshake takes any. */
function handshake(
  host: string,
  port: number,
  { signal, trusts }: { signal: AbortSignal; trusts: SystemProbeOptions['trusts'] },
): Promise<SecureConnection> {
  const done = new AbortController();
  const shaken = new Promise<SecureConnection>((resolve, reject) => {
    const isNumber = /^[\d.]+$|:/.test(host);
    const socket = connect({
      ...{ host, port, rejectUnauthorized: false },
      ...(!isNumber && { servername: host }),
    });
    const end = (): void => {
      socket.destroy();
    };
    done.signal.addEventListener('abort', end, { once: true });
    socket.once('error', (fault) => {
      reject(failureOf(fault));
    });
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate(true);
      const found = {
        protocol: socket.getProtocol() ?? '',
        issuer: issuerOf(certificate),
        endsAt: Date.parse(certificate.valid_to),
        isPublic: socket.authorized || isOnlyExpired(socket.authorizationError),
        isForHost: checkServerIdentity(host, certificate) === undefined,
      };
      trusts(host, shownBy(certificate)).then((isOwn) => {
        resolve({ ...found, isOwn });
      }, reject);
    });
  });
  return inTime(shaken, signal).finally(() => {
    done.abort();
  });
}

/** What the server showed, its own certificate first; the last one is its own issuer. */
function shownBy(certificate: DetailedPeerCertificate): Buffer[] {
  const shown: Buffer[] = [];
  let next: DetailedPeerCertificate | undefined = certificate;
  while (next !== undefined && !shown.some((each) => next?.raw.equals(each))) {
    shown.push(next.raw);
    next = next.issuerCertificate as DetailedPeerCertificate | undefined;
  }
  return shown;
}

function issuerOf({ issuer }: PeerCertificate): string {
  const name: unknown = issuer.O ?? issuer.CN;
  return String(Array.isArray(name) ? name[0] : (name ?? '')).slice(0, 120);
}

/** Node names the first thing that is wrong; others than the signature have sentences of their own. */
function isOnlyExpired(fault: unknown): boolean {
  return ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'].includes(String(fault));
}

function failureOf(fault: unknown): ProbeFailure {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new ProbeFailure('host-unknown', code);
  if (code === 'ECONNREFUSED') return new ProbeFailure('refused', code);
  if (code === 'ETIMEDOUT') return new ProbeFailure('timeout', code);
  return new ProbeFailure('failed', code);
}

/** @throws ProbeFailure `timeout` when it takes too long, or when nobody waits any more */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new ProbeFailure('timeout', 'It took too long.'));
    };
    // A limit made of signals (`any` of a `timeout`) is garbage to Node, and never ends once collected.
    const limit = setTimeout(stop, PATIENCE);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void work.then(resolve, reject).finally(() => {
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
    });
  });
}
