import { expectDefined } from '@rowhouse/platform/invariant'
import { limits } from '@rowhouse/protocol/limits'
import { PracticeError } from '../practice-error.js'
import { findConnectorFaults } from './connector.js'
import {
  type Part,
  type PartRow,
  type PartValue,
  checkKeyLength,
  mostBytesOf,
  parsePart,
  renderPart,
} from './part.js'

/** How several columns become one key column of type STRING. */
export interface SpliceDesign {
  readonly connector: string
  readonly parts: readonly Part[]
}

/** The reasons why keys of a design would not have the order of their columns or could not be split. */
export function findSpliceFaults({ connector, parts }: SpliceDesign): string[] {
  const names = new Set(parts.map(({ name }) => name))
  const bytes =
    parts.reduce((sum, part) => sum + mostBytesOf(part), 0) + Math.max(0, parts.length - 1)
  return [
    ...(parts.length === 0 ? ['a spliced key has at least one column'] : []),
    ...(names.size < parts.length ? ['a column stands twice in the key'] : []),
    ...(bytes > limits.PRIMARY_KEY_VALUE_BYTES_MAX
      ? [`integers alone take ${bytes} bytes, more than a key column`]
      : []),
    ...findConnectorFaults(connector, parts),
    ...parts.flatMap(findPartFaults),
  ]
}

function findPartFaults(part: Part): string[] {
  if (part.type === 'string')
    return part.characters.length === 0 ? [`${part.name} may hold no character`] : []
  if (part.range === undefined)
    return [`${part.name} has no range: its numbers sort as text, 167 before 54`]
  return part.range.min > part.range.max ? [`the range of ${part.name} is empty`] : []
}

/** The key of a row by a design, which may have faults, to show their effect. */
export function renderKey({ connector, parts }: SpliceDesign, row: PartRow): string {
  return parts.map((part) => renderPart(part, valueOf(row, part))).join(connector)
}

export interface Splice extends SpliceDesign {
  /** The key of a row. */
  join(row: PartRow): string
  /** The columns of a key: the inverse of `join`. */
  split(key: string): PartRow
}

/** Makes a splice of a design; throws if the design has faults. */
export function createSplice(design: SpliceDesign): Splice {
  const faults = findSpliceFaults(design)
  if (faults.length > 0) throw new PracticeError(faults.join('; '))
  const { connector, parts } = design
  return {
    connector,
    parts,
    join: (row) => checkKeyLength(renderKey(design, row)),
    split: (key) => {
      const texts = key.split(connector)
      if (texts.length !== parts.length)
        throw new PracticeError(`a key of ${parts.length} columns has ${texts.length}`)
      const values = parts.map((part, index): [string, PartValue] => [
        part.name,
        parsePart(part, expectDefined(texts[index], 'there are as many texts as parts')),
      ])
      return Object.fromEntries(values)
    },
  }
}

function valueOf(row: PartRow, { name }: Part): PartValue {
  const value = row[name]
  if (value === undefined) throw new PracticeError(`the row has no ${name}`)
  return value
}
