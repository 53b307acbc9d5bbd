const isMac = navigator.platform.startsWith('Mac');

const caps: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  contextmenu: '☰',
};

/** What is on the keys of a shortcut such as `shift+arrowleft`; the space bar needs a word. */
export function keyCaps(keys: string, space: string): string[] {
  // "+" itself can be a key: only a sign between two others parts them.
  return keys
    .split(/(?<=.)\+(?=.)/)
    .map((key) => (key === 'space' ? space : (caps[key] ?? key.toUpperCase())));
}
