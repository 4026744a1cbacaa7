import { type CharacterRange, type Part, codeOf } from './part.js'

/** The digits of padded integers. */
const DIGITS: CharacterRange = ['0', '9']
/** An integer that is not padded may begin with a minus sign. */
const SIGN: CharacterRange = ['-', '-']

/** The manual's connector, which is used when it is valid. */
const USUAL = ','

/** All characters that a part may contain. */
export function charactersOf(part: Part): readonly CharacterRange[] {
  if (part.type === 'string') return part.characters
  return part.range === undefined ? [SIGN, DIGITS] : [DIGITS]
}

/**
 * The faults of a connector. It must sort before every character of every part, otherwise a value sorts
 * wrongly beside a longer one that begins with it. A connector that sorts before all characters is in no
 * part.
 */
export function findConnectorFaults(connector: string, parts: readonly Part[]): string[] {
  const [only, ...more] = connector
  if (only === undefined || more.length > 0 || codeOf(only) > 0x7e)
    return ['the connector is one ASCII character']
  return parts.flatMap((part) =>
    charactersOf(part)
      .filter(([first]) => codeOf(first) <= codeOf(connector))
      .map(([first, last]) => describeFault(connector, part.name, first, last)),
  )
}

function describeFault(connector: string, name: string, first: string, last: string): string {
  const written = JSON.stringify(connector)
  if (codeOf(connector) <= codeOf(last))
    return `${written} may occur in ${name} or sorts behind a character that may`
  return `${written} sorts behind ${JSON.stringify(first)}, which ${name} may hold`
}

/** A character that sorts before all characters of the parts; a printable one if possible. */
export function suggestConnector(parts: readonly Part[]): string | undefined {
  const least = Math.min(
    0x7f,
    ...parts.flatMap((part) => charactersOf(part).map(([first]) => codeOf(first))),
  )
  if (codeOf(USUAL) < least) return USUAL
  // Space and control characters are used only when no other character is left.
  const code = least > 0x21 ? least - 1 : Math.min(least - 1, 0x1f)
  return code < 1 ? undefined : String.fromCharCode(code)
}
