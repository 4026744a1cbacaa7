import type { StoredLimits } from '@rowhouse/console-gate/shapes'
import { shortBytes } from '../parts/short-number.js'

export const limitNames = ['requestsPerSecond', 'concurrent', 'bytesInFlight'] as const
export type LimitName = (typeof limitNames)[number]

interface LimitWords extends Readonly<Record<LimitName, string>> {
  readonly modes: { readonly none: string }
  readonly noLimits: string
}

/** The stored limits in a line, such as "Requests at once: 8". */
export function limitsText(
  limits: StoredLimits | undefined,
  words: LimitWords,
  language: string,
): string {
  const parts = limitNames.flatMap((name) => {
    const limit = limits?.[name]
    if (limit === undefined) return []
    if (limit === 'none') return [`${words[name]}: ${words.modes.none}`]
    const text =
      name === 'bytesInFlight' ? shortBytes : (value: number) => value.toLocaleString(language)
    return [`${words[name]}: ${text(limit, language)}`]
  })
  return parts.length === 0 ? words.noLimits : parts.join(' · ')
}
