import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { constants, Script } from 'node:vm';
import type { CompiledCode } from './compiled-code';

/** What a file of the build is run with, as Node runs a CommonJS module. */
type Run = (
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/** A file that was loaded. */
export interface LoadedCode {
  readonly name: string;
  /** What V8 made of it; null once that was forgotten. */
  readonly script: Script | null;
  /** V8 refused what was made of it before; undefined where there was nothing. */
  readonly isRefused: boolean | undefined;
  readonly exports: unknown;
}

/**
 * Loads the files of main's build, CommonJS that asks for each other by relative paths, with what V8
 * made of them before. All else goes the way of Node.
 */
export class CodeLoader {
  readonly #folder: string;
  readonly #loaded = new Map<string, Module>();
  #compiled: CompiledCode | null;

  /** @param folder of the build; each file is named by its path from there */
  constructor(folder: string, compiled: CompiledCode | null) {
    this.#folder = folder;
    this.#compiled = compiled;
  }

  /** What has been loaded, in the order in which it was asked for. */
  get loaded(): readonly LoadedCode[] {
    return [...this.#loaded.values()];
  }

  /** Lets go of what a start alone needs: what is loaded later is compiled then. */
  forget(): void {
    this.#compiled = null;
    for (const module of this.#loaded.values()) module.script = null;
  }

  #compile(file: string): Omit<Module, 'exports'> {
    const name = path.relative(this.#folder, file).replaceAll('\\', '/');
    const code = readFileSync(file);
    const cachedData = this.#compiled?.of(name, code);
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) { ${code.toString('utf8')}\n})`,
      {
        filename: file,
        ...(cachedData && { cachedData }),
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      },
    );
    return { name, script, isRefused: script.cachedDataRejected };
  }

  /** Runs a file where that has not been done; answers what it exports. */
  load(file: string): unknown {
    const known = this.#loaded.get(file);
    if (known !== undefined) return known.exports;
    const compiled = this.#compile(file);
    const module: Module = { ...compiled, exports: {} };
    // Before it runs: files may ask for each other.
    this.#loaded.set(file, module);
    try {
      const run = compiled.script?.runInThisContext() as Run;
      run(module.exports, this.#requireOf(file), module, file, path.dirname(file));
    } catch (fault) {
      this.#loaded.delete(file);
      throw fault;
    }
    return module.exports;
  }

  #requireOf(file: string): NodeJS.Require {
    const others = createRequire(file);
    const require = (id: string): unknown =>
      /^\.{1,2}\/.*\.cjs$/.test(id) ? this.load(path.resolve(file, '..', id)) : others(id);
    return Object.assign(require, others);
  }
}

interface Module {
  readonly name: string;
  readonly isRefused: boolean | undefined;
  script: Script | null;
  exports: unknown;
}
