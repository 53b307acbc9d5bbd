/** The system, the administrators and the installer of Windows: they can change everything. */
const administrators: ReadonlySet<string> = new Set([
  ...['SY', 'S-1-5-18', 'BA', 'S-1-5-32-544'],
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** Stand for the owner of an object, who is looked at apart. */
const owners: ReadonlySet<string> = new Set(['CO', 'S-1-3-0', 'OW', 'S-1-3-4']);

/** Rights as SDDL writes them; the names for directory services stand for the low bits. */
const rightBits: Readonly<Record<string, number>> = {
  ...{ CC: 0x1, DC: 0x2, LC: 0x4, SW: 0x8, RP: 0x10, WP: 0x20, DT: 0x40, LO: 0x80, CR: 0x100 },
  ...{ SD: 0x1_0000, RC: 0x2_0000, WD: 0x4_0000, WO: 0x8_0000 },
  ...{ FA: 0x1f_01ff, FR: 0x12_0089, FW: 0x12_0116, FX: 0x12_00a0 },
  ...{ GA: 0x1000_0000, GX: 0x2000_0000, GW: 0x4000_0000, GR: 0x8000_0000 },
};

/** To delete it, to change its access or its owner, or everything (`SD`, `WD`, `WO`, `GA`). */
const takeOver = 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x1000_0000;

/**
 * Rights that change an object. Who can only add files to a folder replaces none in it: Windows lets
 * every user do so in folders below `ProgramData`. A file that was added belongs to that user.
 */
const changing = {
  file: takeOver | 0x4000_0000 | 0x2 | 0x4,
  folder: takeOver | 0x40,
} as const;

/**
 * Whether somebody who is no administrator can change a file, or replace what is in a folder.
 * Anything that can't be read counts as open.
 * @param sddl its security descriptor in text form, such as `O:BAG:SYD:PAI(A;;FA;;;BA)`
 */
export function canOthersWrite(sddl: string, kind: keyof typeof changing): boolean {
  const found = /^O:([A-Z]{2}|S-[\d-]+)(?:G:(?:[A-Z]{2}|S-[\d-]+))?D:([A-Z]*)((?:\(.*\))?)/.exec(
    sddl.trim(),
  );
  const [, owner = '', flags = '', entries = ''] = found ?? [];
  // Without a list everybody can do everything.
  if (!administrators.has(owner) || flags.startsWith('NO')) return true;
  return [...entries.matchAll(/\(([^()]*)\)?/g)].some(([, entry = '']) =>
    opens(entry, changing[kind]),
  );
}

/** Whether one entry of a list gives others one of the rights. */
function opens(entry: string, wanted: number): boolean {
  const [type = '', inheritance = '', rights, , , user] = entry.split(';');
  if (rights === undefined || user === undefined) return true;
  // It takes a right away, or it is for what will be in the folder.
  const flags: readonly string[] = inheritance.match(/../g) ?? [];
  if (/^(?:D|OD|XD)$/.test(type) || flags.includes('IO')) return false;
  if (administrators.has(user) || owners.has(user)) return false;
  return (bitsOf(rights) & wanted) !== 0;
}

/** The rights of an entry as a number; all of them where one is unknown. */
function bitsOf(rights: string): number {
  const all = -1;
  if (/^0x[\da-f]+$/i.test(rights)) return Number.parseInt(rights, 16);
  const names = rights.match(/../g) ?? [];
  if (names.join('') !== rights) return all;
  return names.reduce((bits, name) => bits | (rightBits[name] ?? all), 0);
}
