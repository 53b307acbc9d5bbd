import {
  pacAddressSchema,
  proxyBypassSchema,
  proxyHostSchema,
  type ProxyMode,
  type ProxySetting,
} from '@contract/proxy';

/** A proxy as it is typed. */
export interface ProxyDraft {
  mode: ProxyMode;
  host: string;
  port: string;
  bypass: string;
  address: string;
}

/** What is typed at first: the setting in use. */
export function draftOfProxy(setting: ProxySetting): ProxyDraft {
  const { mode } = setting;
  return {
    mode,
    host: mode === 'manual' ? setting.host : '',
    port: mode === 'manual' ? String(setting.port) : '8080',
    bypass: mode === 'manual' ? setting.bypass.join(', ') : '',
    address: mode === 'pac' ? setting.address : '',
  };
}

/** The hosts of a list, as typed. */
function listed(text: string): string[] {
  return text.split(/[\s,;]+/).filter((host) => host !== '');
}

/** What is wrong with each field of the mode; null where it is right. */
export function faultsOfProxy(draft: ProxyDraft): {
  host: boolean;
  port: boolean;
  /** The first entry that is none. */
  bypass: string | null;
  address: boolean;
} {
  const isManual = draft.mode === 'manual';
  const port = /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0;
  const wrong = listed(draft.bypass).find((host) => !proxyBypassSchema.safeParse(host).success);
  return {
    host: isManual && !proxyHostSchema.safeParse(draft.host.trim()).success,
    port: isManual && (port < 1 || port > 65_535),
    bypass: isManual ? (wrong ?? null) : null,
    address: draft.mode === 'pac' && !pacAddressSchema.safeParse(draft.address.trim()).success,
  };
}

/** The setting that was typed; null while something is wrong with it. */
export function proxyOfDraft(draft: ProxyDraft): ProxySetting | null {
  const { host, port, bypass, address } = faultsOfProxy(draft);
  if (host || port || bypass !== null || address) return null;
  const { mode } = draft;
  if (mode === 'pac') return { mode, address: draft.address.trim() };
  if (mode !== 'manual') return { mode };
  return {
    ...{ mode, host: draft.host.trim(), port: Number(draft.port) },
    bypass: listed(draft.bypass),
  };
}
