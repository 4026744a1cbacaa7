import type { TableShape } from '@rowhouse/console-gate/shapes'
import {
  type FileRecord,
  type MadeKey,
  type MakeKey,
  keyMaker,
  sourcesOf,
} from '@rowhouse/transfer/records'
import type { ColumnChoice } from './column-choices.js'
import { md5Hex } from './md5-hex.js'

/** Those that sort before digits and letters, so that keys have the order of their columns. */
export const CONNECTORS = [',', '-', '.', '/', '!'] as const

export const HASH_DIGITS = [1, 2, 3, 4, 5, 6, 7, 8] as const
const USUAL_DIGITS = 4

/** A column of the file in a joined key, with the smallest and largest integer, as they are typed. */
export interface KeyPart {
  readonly source: string
  readonly min: string
  readonly max: string
}

/** How one key column is made of others, as the form has it. */
export interface KeyDesign {
  readonly kind: 'none' | MadeKey['kind']
  readonly target: string
  readonly connector: string
  /** Of a hash the first one alone counts. */
  readonly parts: readonly KeyPart[]
  readonly digits: number
}

export const NO_DESIGN: KeyDesign = {
  kind: 'none',
  target: 'key',
  connector: ',',
  parts: [],
  digits: USUAL_DIGITS,
}

const isIntegerChoice = ({ type }: ColumnChoice): boolean => type === 'integer' || type === 'time'

/** Columns that may be in a made key: texts and integers that are imported. */
export const partChoices = (choices: readonly ColumnChoice[]): readonly ColumnChoice[] =>
  choices.filter((choice) => choice.isUsed && (choice.type === 'string' || isIntegerChoice(choice)))

export const isIntegerPart = (choices: readonly ColumnChoice[], source: string): boolean =>
  choices.some((choice) => choice.source === source && isIntegerChoice(choice))

/** Key columns of the table that may be made: texts, which all of them become. */
export const targetsOf = ({ key }: TableShape): readonly string[] =>
  key.filter(({ type, isAuto }) => type === 'STRING' && !isAuto).map(({ name }) => name)

/** A column with room for integers of as many digits as the sample has, and one more. */
export function partOf(source: string, records: readonly FileRecord[]): KeyPart {
  let digits = 1
  let isNegative = false
  for (const { names, values } of records) {
    const text = String(values[names.indexOf(source)] ?? '')
    if (!/^-?\d+$/.test(text)) continue
    isNegative ||= text.startsWith('-')
    digits = Math.max(digits, text.replace('-', '').length)
  }
  const max = '9'.repeat(Math.min(digits + 1, INTEGER_DIGITS))
  return { source, min: isNegative ? `-${max}` : '0', max }
}

/** All integers of so many digits fit into 64 bits. */
const INTEGER_DIGITS = 18

/** A key column that is made of others, by the code of `rowhouse import`. */
export interface MadeColumn {
  readonly target: string
  readonly sources: readonly string[]
  readonly make: MakeKey
}

export type DesignFault = 'madeParts' | 'madeRange' | 'madeName'

/** Undefined where no key column is made. */
export function madeColumnOf(
  design: KeyDesign,
  choices: readonly ColumnChoice[],
): MadeColumn | DesignFault | undefined {
  const { kind, target, connector, digits } = design
  if (kind === 'none') return undefined
  const parts = kind === 'hash' ? design.parts.slice(0, 1) : design.parts
  const offered = partChoices(choices).map(({ source }) => source)
  const sources = parts.map(({ source }) => source)
  const isWhole = kind === 'hash' ? sources.length > 0 : sources.length > 1
  const isOffered = sources.every((source) => offered.includes(source))
  if (!isWhole || !isOffered || new Set(sources).size < sources.length) return 'madeParts'
  if (choices.some((choice) => choice.isUsed && choice.target === target)) return 'madeName'
  if (kind === 'hash') {
    const [source = ''] = sources
    return columnOf({ kind, target, source, digits })
  }
  const ranged = parts.map(({ source: name, min, max }) =>
    isIntegerPart(choices, name) ? { name, range: [min, max] as const } : { name },
  )
  if (!ranged.every(({ range }) => range === undefined || isRange(range))) return 'madeRange'
  return columnOf({ kind, target, connector, parts: ranged })
}

const columnOf = (made: MadeKey): MadeColumn => ({
  target: made.target,
  sources: sourcesOf(made),
  make: keyMaker(made, md5Hex),
})

const isRange = ([min, max]: readonly [string, string]): boolean =>
  [min, max].every((text) => /^-?\d{1,18}$/.test(text)) && BigInt(min) <= BigInt(max)
