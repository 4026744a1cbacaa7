import { importsOf } from './imports.js'
import type { Finding, TextFile } from './repository.js'
import { parse } from './syntax.js'

/** A package may import only packages that are listed before it. */
export const PACKAGE_ORDER = [
  'platform',
  'object-store-s3',
  'store',
  'protocol',
  'engine',
  'search-engine',
  'search',
  'server',
  'client',
  'practices',
  'transfer',
  'snippets',
  'requests',
  'shell',
  'rotation',
  'demos',
  'console-gate',
  'console',
  'cli',
] as const

/**
 * Black-box suites may import no package; benchmarks use the protocol and make data folders; faults use the
 * engines, and the client of the conformance suites.
 */
const ALLOWED_OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  bench: [
    'platform',
    'store',
    'protocol',
    'engine',
    'search-engine',
    'search',
    'client',
    'practices',
    'demos',
    'console',
  ],
  conformance: [],
  faults: [
    'platform',
    'store',
    'protocol',
    'engine',
    'search-engine',
    'search',
    'client',
    'conformance',
  ],
  scripts: ['protocol'],
}

export const findWrongDirections = (file: TextFile, syntax = parse(file)): Finding[] => {
  const own = ownerOf(file.path)
  return importsOf(syntax).flatMap(({ specifier, line }) => {
    const reason = specifier.startsWith('.')
      ? leavesPackage(file.path, specifier)
      : pointsBack(own, specifier)
    return reason === undefined ? [] : [{ path: file.path, line, message: reason }]
  })
}

/** "engine" for packages/engine/…, "bench" for bench/…. */
export const ownerOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/')
  return first === 'packages' ? second : first
}

const allowedFor = (own: string): readonly string[] => {
  const outside = ALLOWED_OUTSIDE[own]
  if (outside !== undefined) return outside
  const position = PACKAGE_ORDER.findIndex((name) => name === own)
  return position === -1 ? [] : PACKAGE_ORDER.slice(0, position)
}

const pointsBack = (own: string, specifier: string): string | undefined => {
  const target = /^@rowhouse\/([\w-]+)/.exec(specifier)?.[1]
  if (target === undefined || allowedFor(own).includes(target)) return undefined
  return `${own} may not import ${target}`
}

const leavesPackage = (path: string, specifier: string): string | undefined => {
  const root = path.startsWith('packages/')
    ? path.split('/').slice(0, 2)
    : path.split('/').slice(0, 1)
  const folders = path.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') folders.pop()
    else if (part !== '.') folders.push(part)
  }
  const stays = root.every((name, index) => folders[index] === name)
  return stays ? undefined : `${specifier} leaves the package: import it by its name`
}
