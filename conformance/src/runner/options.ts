import { parseArgs } from 'node:util'
import { MODES, type Mode } from './modes.js'
import type { Sdk } from './sdk.js'
import { SDKS } from './sdks.js'

export interface Options {
  readonly sdks: readonly Sdk[]
  readonly modes: readonly Mode[]
  /** Tests whose title contains this text; '' for all. */
  readonly wanted: string
  /** Compare the page with what is in the repository instead of writing it. */
  readonly check: boolean
}

export class UsageError extends Error {}

const choose = <T extends { readonly id: string }>(
  all: readonly T[],
  names: string | undefined,
  what: string,
): readonly T[] => {
  if (names === undefined) return all
  const wanted = names.split(',')
  const unknown = wanted.find((name) => !all.some(({ id }) => id === name))
  if (unknown !== undefined) {
    const known = all.map(({ id }) => id).join(', ')
    throw new UsageError(`unknown ${what} '${unknown}': choose from ${known}`)
  }
  return all.filter(({ id }) => wanted.includes(id))
}

export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sdk: { type: 'string' },
      mode: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  })
  return {
    sdks: choose(SDKS, values.sdk, 'SDK'),
    modes: choose(MODES, values.mode, 'mode'),
    wanted: positionals.join(' '),
    check: values.check,
  }
}
