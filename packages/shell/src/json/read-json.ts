import { UseError } from '../errors.js'
import { shellLimits } from '../limits.js'
import { type JsonValue, parseJson } from './json-parser.js'

/** Parses JSON. Throws UseError with the place of the error; `what` is the name of the text. */
export const readJson = (text: string, what: string): JsonValue =>
  parseJson(text, {
    depthMax: shellLimits.JSON_DEPTH,
    isRelaxed: false,
    errorAt: (_, { line, column }) =>
      new UseError(`${what} is no JSON at line ${line}, character ${column}`),
  }).value

/** Whether a typed text is a complete value: no bracket and no string is open. */
export function isWholeJson(text: string): boolean {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, 's')
  if (bare.includes('"') || bare.trim() === '') return false
  const depth = (open: string, close: string): number =>
    bare.split(open).length - bare.split(close).length
  return depth('{', '}') <= 0 && depth('[', ']') <= 0
}
