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

/** The modes that have rows on disk, in that store. */
const withStore = (modes: readonly Mode[], store: string | undefined): readonly Mode[] =>
  store === undefined
    ? modes
    : modes
        .filter(({ ephemeral }) => !ephemeral)
        .map((mode) => ({
          ...mode,
          title: `${mode.title} in the store ${store}`,
          options: [...(mode.options ?? []), '--store', store],
        }))

export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sdk: { type: 'string' },
      mode: { type: 'string' },
      store: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  })
  return {
    sdks: choose(SDKS, values.sdk, 'SDK'),
    modes: withStore(choose(MODES, values.mode, 'mode'), values.store),
    wanted: positionals.join(' '),
    check: values.check,
  }
}
