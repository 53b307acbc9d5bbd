import path from 'node:path';
import { circles } from './circles.js';
import { pathOf } from './paths.js';

/**
 * The floors of the house and what each may import. Code on a floor knows only the floors
 * named here; `packages` says which npm and Node modules it may know.
 */
const FLOORS = {
  'electron/contract': { floors: [], packages: ['zod'] },
  'electron/core': { floors: ['electron/contract'], notPackages: ['electron', 'vue', 'axios'] },
  'electron/adapters': { floors: ['electron/contract', 'electron/core'] },
  'electron/main': {
    floors: ['electron/contract', 'electron/core', 'electron/adapters', 'electron/demo'],
  },
  'electron/preload': { floors: ['electron/contract'], packages: ['electron'] },
  'electron/demo': { floors: [], notPackages: ['electron', 'vue'] },
  'electron/runtime': { floors: [] },
  src: { floors: ['electron/contract'], notPackages: ['electron', 'axios'] },
};

/** Floors whose code runs without Node: no `node:` module may be imported there. */
const WITHOUT_NODE = new Set(['electron/contract', 'electron/core', 'src', 'electron/preload']);

/** Packages that benchmarks measure against; the app itself uses none of them. */
const PEERS = new Set(['leaflet.markercluster', 'maplibre-gl']);

/** Rooms of the page whose code knows only the rooms named here. */
const PAGE_ROOMS = {
  'src/i18n': ['src/i18n'],
  'src/ui': ['src/ui', 'src/i18n'],
};

/** Why a room of the page may not import a file of another, or undefined. */
function faultOfRoom(file, target) {
  const room = Object.keys(PAGE_ROOMS).find((name) => file.startsWith(`${name}/`));
  if (room === undefined || !target.startsWith('src/')) return undefined;
  const below = PAGE_ROOMS[room];
  if (below.some((name) => target.startsWith(`${name}/`))) return undefined;
  return `Floor rule: of the page, ${room} may import ${below.join(', ')}; it may not import ${target}.`;
}

/** The floor of a repo-relative path with forward slashes, if any. */
function floorOf(file) {
  return Object.keys(FLOORS).find((floor) => file === floor || file.startsWith(`${floor}/`));
}

function packageOf(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

/** Why this import is forbidden on this floor, or undefined. */
function fault(floor, specifier, file) {
  const rules = FLOORS[floor];
  const target = pathOf(specifier, file);
  if (target !== undefined) {
    const other = floorOf(target);
    if (other === floor) return faultOfRoom(file, target);
    if (other === undefined || rules.floors.includes(other)) return undefined;
    const below = rules.floors.length > 0 ? rules.floors.join(', ') : 'no other floor';
    return `Floor rule: ${floor} may import ${below}; it may not import ${other}.`;
  }
  if (specifier.startsWith('node:')) {
    return WITHOUT_NODE.has(floor)
      ? `Floor rule: ${floor} runs without Node; ask for what you need through a port.`
      : undefined;
  }
  const name = packageOf(specifier);
  if (PEERS.has(name)) return `Floor rule: "${name}" is for tests/bench alone.`;
  if (floor === 'electron/runtime') {
    return `Floor rule: ${floor} runs before any install and may import no package ("${name}"); load it with import() once the packages are there.`;
  }
  if (rules.packages && !rules.packages.includes(name)) {
    return `Floor rule: ${floor} may import ${rules.packages.join(', ')} alone; it may not import "${name}".`;
  }
  if (rules.notPackages?.includes(name)) {
    return `Floor rule: ${floor} may not import "${name}".`;
  }
  return undefined;
}

const imports = {
  meta: { type: 'problem', schema: [], docs: { description: 'Code knows only the floors below.' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const floor = floorOf(file);
    if (floor === undefined) return {};
    const check = (node, source) => {
      if (typeof source?.value !== 'string') return;
      const message = fault(floor, source.value, file);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => {
        if (floor !== 'electron/runtime') check(node, node.source);
      },
    };
  },
};

/** ESLint plugin: `imports` keeps every floor to the floors below it, `circles` forbids circles. */
export const floorsPlugin = { rules: { imports, circles } };
