import { posix } from 'node:path'
import { importsOf } from './imports.js'
import { type Finding, type TextFile, isTest } from './repository.js'
import { parse } from './syntax.js'

/**
 * The folders and files of the engine from the lowest floor up. Each may import itself and what is on lower
 * floors, types included; those on one floor may not import each other.
 */
export const ENGINE_FLOORS = [
  ['limits.ts'],
  ['keys'],
  ['log', 'memory'],
  ['partitions'],
  ['stored-rows'],
  ['conditions'],
  ['tables'],
  ['capacity'],
  ['transactions'],
  ['rows'],
  ['feed', 'expiry'],
  ['indexes'],
  ['backup'],
  ['engine.ts'],
  ['open-engine.ts'],
  ['index.ts'],
] as const

const SOURCES = 'packages/engine/src/'

/** Imports of higher floors; tests may import anything. */
export const findUpwardImports = (file: TextFile, syntax = parse(file)): Finding[] => {
  if (!file.path.startsWith(SOURCES) || isTest(file.path)) return []
  const own = placeOf(file.path)
  if (floorOf(own) === -1) return [{ path: file.path, line: 0, message: `${own} has no floor` }]
  return importsOf(syntax).flatMap(({ specifier, line }) => {
    if (!specifier.startsWith('.')) return []
    const target = placeOf(resolve(file.path, specifier))
    if (target === own || (floorOf(target) !== -1 && floorOf(target) < floorOf(own))) return []
    return [{ path: file.path, line, message: `${own} may not import ${target}` }]
  })
}

/** "tables" for packages/engine/src/tables/…, "engine.ts" for packages/engine/src/engine.ts. */
const placeOf = (path: string): string => path.slice(SOURCES.length).replace(/\/.*$/, '')

const floorOf = (place: string): number =>
  ENGINE_FLOORS.findIndex((floor) => floor.some((name) => name === place))

const resolve = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
