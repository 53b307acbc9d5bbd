import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm, npmProblem } from '../npm.mjs';
import { readJson } from '../project.mjs';

/**
 * What a package tells of the work of others in it: the licenses, for people, and a software bill
 * of materials (CycloneDX), for those who watch for faults in it.
 *
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version
 * @property {string} license its SPDX name
 * @property {string} text of the license; empty where the package brings none
 *
 * @typedef {object} Component
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {{name: string}[]} [properties]
 *
 * @typedef {object} Bom
 * @property {{component: {name: string, type: string}}} metadata
 * @property {(Component | object)[]} components
 * @property {{ref: string, dependsOn?: string[]}[]} dependencies
 */

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/** The names of the files in a package. */
export const NOTICE_FILES = Object.freeze({
  page: 'licenses.json',
  text: 'LICENSES.third-party.txt',
  bom: 'sbom.cdx.json',
});

/**
 * @param {string} folder of an npm package
 * @returns {Notice}
 */
export function readNotice(folder) {
  const about = readJson(path.join(folder, 'package.json')) ?? {};
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim());
  const license = typeof about.license === 'string' ? about.license : about.license?.type;
  return {
    name: String(about.name),
    version: String(about.version),
    license: license ?? 'see its text',
    text: files.join('\n\n'),
  };
}

/** @param {readonly Notice[]} notices */
export function noticesAsText(notices) {
  const rule = '-'.repeat(80);
  return notices
    .map(({ name, version, license, text }) => {
      const body = text === '' ? `The package brings no text of its license (${license}).` : text;
      return `${rule}\n${name} ${version} (${license})\n\n${body}\n`;
    })
    .join('\n');
}

/**
 * The bill of what ships, out of that of everything that is installed.
 * @param {Bom} bom as `npm sbom` writes it
 * @param {readonly Pick<Notice, 'name' | 'version'>[]} shipped
 * @param {string} electron version
 * @returns {Bom}
 */
export function billOf(bom, shipped, electron) {
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const app = String(bom.dependencies[0]?.ref);
  const components = bom.components.filter(
    (each) => 'bom-ref' in each && refs.has(each['bom-ref']),
  );
  const runtime = {
    'bom-ref': `electron@${electron}`,
    type: 'framework',
    name: 'electron',
    version: electron,
    purl: `pkg:npm/electron@${electron}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  return {
    ...bom,
    metadata: {
      ...bom.metadata,
      component: { ...bom.metadata.component, name: 'fleetdesk', type: 'application' },
    },
    components: [
      runtime,
      ...components.map((each) => ({
        ...each,
        // What the build takes into its files is no longer a matter of development.
        properties: ('properties' in each ? (each.properties ?? []) : []).filter(
          ({ name }) => name !== 'cdx:npm:package:development',
        ),
      })),
    ],
    dependencies: bom.dependencies
      .filter(({ ref }) => ref === app || refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: [
          ...(ref === app ? [runtime['bom-ref']] : []),
          ...dependsOn.filter((other) => refs.has(other)),
        ],
      })),
  };
}

/**
 * Writes the notices of what ships.
 * @param {string} root
 * @param {readonly string[]} places of the npm packages that ship
 * @param {string} electron version
 * @param {string} folder
 */
export async function writeNotices(root, places, electron, folder) {
  const unique = new Map(
    places.map((place) => {
      const notice = readNotice(path.join(root, place));
      return [`${notice.name}@${notice.version}`, notice];
    }),
  );
  const notices = [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const result = await npm(['sbom', '--sbom-format', 'cyclonedx']);
  if (result.code !== 0) throw npmProblem('The bill of materials was not made', result.output);
  const bill = billOf(JSON.parse(result.stdout), notices, electron);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, NOTICE_FILES.page), JSON.stringify(notices));
  await writeFile(path.join(folder, NOTICE_FILES.text), noticesAsText(notices));
  await writeFile(path.join(folder, NOTICE_FILES.bom), JSON.stringify(bill, null, 2));
}
