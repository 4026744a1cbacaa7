import { z } from 'zod/mini'

/**
 * The types of settings. Options and environment variables give text; a config file may give the JSON type.
 * Messages are written to follow the setting's name.
 */

/** The value as given, or a message when its type makes no sense. */
const given = z.union([z.string(), z.number(), z.boolean()], 'must be a text, number or boolean')

function parsed<T>(parse: (text: string) => T | undefined, must: string) {
  return z.pipe(
    given,
    z.transform((value, context): T => {
      const result = parse(String(value).trim())
      if (result !== undefined) return result
      context.issues.push({ code: 'custom', message: `must be ${must}`, input: value })
      return z.NEVER
    }),
  )
}

export const text = (must: string) => parsed((value) => (value === '' ? undefined : value), must)

export const httpUrl = () =>
  parsed(
    (value) => (/^https?:$/.test(protocolOf(value)) ? value : undefined),
    'a URL with http or https',
  )

export const urlPath = () =>
  parsed(
    (value) => (/^\/[\w/.~-]*[\w.~-]$/.test(value) && !value.includes('//') ? value : undefined),
    'a path such as /console',
  )

const protocolOf = (url: string): string => {
  try {
    return new URL(url).protocol
  } catch {
    return ''
  }
}

export const flag = () =>
  parsed((value) => {
    if (value === 'true' || value === '1') return true
    return value === 'false' || value === '0' ? false : undefined
  }, 'true or false')

export const oneOf = <const T extends string>(...choices: readonly T[]) =>
  parsed((value) => choices.find((choice) => choice === value), choices.join(' or '))

export const wholeNumber = (least: number, most: number) =>
  parsed((value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : undefined
  }, `a whole number from ${least} to ${most}`)

const BYTES = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 } as const

const isKeyOf = <T extends object>(units: T, name: string): name is keyof T & string =>
  Object.hasOwn(units, name)

/** Bytes, such as "67108864", "64M", "64MB" or "64MiB"; always powers of 1024. */
export const bytes = (least: number) =>
  parsed((value) => {
    const match = /^(\d{1,12})\s*([KMGT]?)(?:i?B)?$/i.exec(value)
    const unit = (match?.[2] ?? '').toUpperCase()
    if (match === null || !isKeyOf(BYTES, unit)) return undefined
    const size = Number(match[1]) * BYTES[unit]
    return size >= least ? size : undefined
  }, `a size of at least ${least} bytes, such as 64MB`)

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds, written as "500ms", "30s", "15m" or "1h". A bare number means seconds. */
export const duration = (mostMilliseconds: number) =>
  parsed(
    (value) => {
      const match = /^(\d{1,12})\s*(ms|s|m|h)?$/.exec(value)
      const unit = match?.[2] ?? 's'
      if (match === null || !isKeyOf(MILLISECONDS, unit)) return undefined
      const time = Number(match[1]) * MILLISECONDS[unit]
      return time <= mostMilliseconds ? time : undefined
    },
    `a time such as 500ms, 30s or 15m, at most ${mostMilliseconds / 1000} seconds`,
  )
