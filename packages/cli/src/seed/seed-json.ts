import { type JsonPath, type JsonPlace, type JsonValue, parseJson } from '@rowhouse/shell'
import { SeedError } from './seed-error.js'

const DEPTH_MAX = 64

/** The content of a seed file, and the place of each of its parts: `FILE:LINE:COLUMN`. */
export interface SeedJson {
  readonly value: JsonValue
  placeOf(path: JsonPath): string
}

/** Parses JSON with comments and trailing commas. Throws SeedError with the place. */
export function parseSeedJson(text: string, file: string): SeedJson {
  const textOf = ({ line, column }: JsonPlace): string => `${file}:${line}:${column}`
  const { value, placeOf } = parseJson(text, {
    depthMax: DEPTH_MAX,
    isRelaxed: true,
    errorAt: (problem, place) => new SeedError(`${textOf(place)}: ${problem}`),
  })
  return { value, placeOf: (path) => textOf(placeOf(path)) }
}
