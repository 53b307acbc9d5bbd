import type { ProbeFailure, SecureConnection, SystemProbe } from '@core/ports/system-probe';

/** A computer and a network that a test makes up; all is well unless it says otherwise. */
export class FakeProbe implements SystemProbe {
  addresses: readonly string[] | ProbeFailure = ['52.67.10.7'];
  proxy = 'DIRECT';
  secure: SecureConnection | ProbeFailure = {
    protocol: 'TLSv1.3',
    issuer: 'Example CA',
    endsAt: Date.UTC(2026, 8, 1),
    isPublic: true,
    isOwn: false,
    isForHost: true,
  };
  free: number | null = 80_000_000_000;
  isWritable = true;
  accelerated = { isAccelerated: true, device: '8086:9a49' };

  addressesOf(): Promise<readonly string[]> {
    return answer(this.addresses);
  }

  proxyFor(): Promise<string> {
    return Promise.resolve(this.proxy);
  }

  handshake(): Promise<SecureConnection> {
    return answer(this.secure);
  }

  freeBytes(): Promise<number | null> {
    return Promise.resolve(this.free);
  }

  canWrite(): Promise<boolean> {
    return Promise.resolve(this.isWritable);
  }

  graphics(): Promise<{ isAccelerated: boolean; device: string }> {
    return Promise.resolve(this.accelerated);
  }
}

function answer<T>(what: T | ProbeFailure): Promise<T> {
  return what instanceof Error ? Promise.reject(what) : Promise.resolve(what);
}
