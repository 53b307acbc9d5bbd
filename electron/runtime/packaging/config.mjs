import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../project.mjs';

/**
 * The configuration of packages, as electron-builder reads it.
 *
 * @typedef {import('electron-builder').Configuration} Configuration
 */

/** The file that says what a package is. */
export const CONFIG_FILE = path.join(root, 'resources', 'electron-builder.yml');

/** electron-builder's own reader and checker, which its entry does not export. */
const SCHEMA_MODULE = 'app-builder-lib/out/util/config/config.js';

/**
 * @typedef {object} SchemaModule
 * @property {(folder: string, file: string, extra: object | null) => Promise<Configuration>} getConfig
 * @property {(config: object, logger: object) => Promise<void>} validateConfiguration
 */

/** @returns {SchemaModule} */
function schemaModule() {
  return createRequire(import.meta.url)(SCHEMA_MODULE);
}

/** @returns {Promise<Configuration>} */
export async function readConfig() {
  return schemaModule().getConfig(root, CONFIG_FILE, null);
}

/**
 * Checks a configuration against electron-builder's own schema.
 * @param {object} config
 * @returns {Promise<void>} rejects with what is wrong
 */
export async function checkConfig(config) {
  const { DebugLogger } = await import('builder-util');
  await schemaModule().validateConfiguration(config, new DebugLogger(false));
}
