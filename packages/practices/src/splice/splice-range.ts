import { PracticeError } from '../practice-error.js'
import { codeOf, type Part, type PartRow, type PartValue, renderPart } from './part.js'
import type { Splice } from './splice.js'

/** A range over leading columns: some are fixed, and the next one has a range. */
export interface LeadingRange {
  readonly equal?: PartRow
  /** Inclusive. */
  readonly from?: PartValue
  /** Exclusive. */
  readonly to?: PartValue
}

/** The inclusive start and exclusive end for GetRange; undefined means INF_MIN and INF_MAX. */
export interface KeyRange {
  readonly start: string | undefined
  readonly end: string | undefined
}

/** The range of spliced keys that has exactly the rows of a range over leading columns. */
export function spliceRange(
  { parts, connector }: Splice,
  { equal = {}, from, to }: LeadingRange,
): KeyRange {
  const { fixed, next } = leadingParts(parts, equal)
  const texts = fixed.map(({ part, value }) => renderPart(part, value))
  if (next === undefined) {
    if (from !== undefined || to !== undefined)
      throw new PracticeError('all columns are fixed: there is none for a range')
    const key = texts.join(connector)
    // Nothing sorts between a key and the same key with a zero appended.
    return { start: key, end: `${key}\0` }
  }
  const prefix = texts.map((text) => text + connector).join('')
  const range = {
    start: from === undefined ? prefix : prefix + lowest(next, from),
    end: (to === undefined ? undefined : highest(next, to, prefix)) ?? behind(texts, connector),
  }
  if (isBackwards(range)) throw new PracticeError(`the range of ${next.name} ends before it begins`)
  return { ...range, start: range.start === '' ? undefined : range.start }
}

function leadingParts(parts: readonly Part[], equal: PartRow) {
  const fixed: { readonly part: Part; readonly value: PartValue }[] = []
  for (const part of parts) {
    const value = equal[part.name]
    if (value === undefined) break
    fixed.push({ part, value })
  }
  if (fixed.length < Object.keys(equal).length)
    throw new PracticeError('only leading columns can be fixed')
  return { fixed, next: parts[fixed.length] }
}

/** A bound outside of the column's range does not restrict its side. */
function lowest(part: Part, from: PartValue): string {
  const isBelow =
    part.type === 'integer' && typeof from === 'bigint' && part.range && from < part.range.min
  return isBelow ? '' : renderPart(part, from)
}

function highest(part: Part, to: PartValue, prefix: string): string | undefined {
  const isAbove =
    part.type === 'integer' && typeof to === 'bigint' && part.range && to > part.range.max
  return isAbove ? undefined : prefix + renderPart(part, to)
}

/** The key after all keys with these leading columns, and before those with larger ones. */
function behind(texts: readonly string[], connector: string): string | undefined {
  const next = String.fromCharCode(codeOf(connector) + 1)
  return texts.length === 0 ? undefined : texts.join(connector) + next
}

const isBackwards = ({
  start,
  end,
}: {
  readonly start: string
  readonly end?: string | undefined
}) => end !== undefined && Buffer.compare(Buffer.from(start), Buffer.from(end)) > 0
