import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '../snippet-of.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** The cache of `npm run conformance` with the official SDKs of other languages. */
const CACHE = join(ROOT, 'node_modules/.cache/rowhouse-conformance')

export interface Command {
  readonly command: string
  readonly args: readonly string[]
}

/** Builds and runs the programs of a language, in a folder with a folder `N` for each. */
export interface Toolchain {
  /** The file of a program in its folder. */
  readonly file: string
  /** Files beside the folders. */
  readonly beside?: Readonly<Record<string, string>>
  /** Builds all programs. */
  readonly build?: (folder: string) => Command
  readonly run: (folder: string, number: number) => Command
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * What is missing for a language here, or how its programs are run; undefined for languages that are only
 * shown.
 */
export function toolchainOf(language: Language): Toolchain | { readonly missing: string } {
  switch (language) {
    case 'node':
      return {
        file: 'main.cjs',
        run: (folder, number) => ({
          command: process.execPath,
          args: [join(folder, String(number), 'main.cjs')],
        }),
        environment: { NODE_PATH: join(ROOT, 'node_modules') },
      }
    case 'python':
      return python()
    case 'java':
      return java()
    case 'go':
      return go()
    case 'dotnet':
    case 'php':
      return { missing: 'its programs are shown only' }
  }
}

const inCache = (prefix: string): string | undefined => {
  const names = existsSync(CACHE) ? readdirSync(CACHE) : []
  const name = names.find((candidate) => candidate.startsWith(prefix))
  return name === undefined ? undefined : join(CACHE, name)
}

const lacking = (sdk: string): { readonly missing: string } => ({
  missing: `the SDK is not there: "npm run conformance -- --sdk ${sdk}" gets it`,
})

function python(): Toolchain | { readonly missing: string } {
  const environment = inCache('python-')
  if (environment === undefined) return lacking('python')
  const isWindows = process.platform === 'win32'
  const command = join(environment, isWindows ? 'Scripts/python.exe' : 'bin/python')
  return {
    file: 'main.py',
    run: (folder, number) => ({ command, args: ['-B', join(folder, String(number), 'main.py')] }),
  }
}

/** Each program is compiled and run from its source. */
function java(): Toolchain | { readonly missing: string } {
  const target = inCache('java-')
  if (target === undefined) return lacking('java')
  const libraries = join(target, 'lib', '*')
  return {
    file: 'Main.java',
    run: (folder, number) => ({
      command: 'java',
      args: ['-cp', libraries, join(folder, String(number), 'Main.java')],
    }),
  }
}

/** The modules of the conformance suite, which are there if its binary is. */
function go(): Toolchain | { readonly missing: string } {
  if (inCache('go-') === undefined) return lacking('go')
  const modules = join(ROOT, 'conformance/go')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    file: 'main.go',
    beside: {
      'go.mod': readFileSync(join(modules, 'go.mod'), 'utf8').replace('/conformance', '/programs'),
      'go.sum': readFileSync(join(modules, 'go.sum'), 'utf8'),
    },
    build: (folder) => ({
      command: 'go',
      args: ['build', '-mod=mod', '-o', `${join(folder, 'bin')}${sep}`, './...'],
    }),
    run: (folder, number) => ({ command: join(folder, 'bin', String(number) + suffix), args: [] }),
  }
}
