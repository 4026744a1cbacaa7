import type { SeededRandom } from '@rowhouse/platform/testing'

/** A file of records, and the rows that a table must have after its import. */
export interface GeneratedRows {
  /** CSV with a first line of names. */
  readonly csv: string
  /** The numbers of the records that no import can write. */
  readonly rejects: readonly number[]
  /** Rows by their keys; the last of several lines with one key. */
  readonly rows: ReadonlyMap<string, string>
}

/**
 * Makes lines with keys in order or in random order, some keys repeatedly, and a few lines that cannot be
 * written.
 */
export function generateRows(random: SeededRandom, lines: number): GeneratedRows {
  const isSorted = random.chance(0.5)
  const repeats = random.chance(0.5) ? 0.02 : 0
  const bad = random.chance(0.5) ? 0.001 : 0
  const rows = new Map<string, string>()
  const rejects: number[] = []
  const text = ['id,value,filler']
  for (let i = 0; i < lines; i++) {
    const fresh = isSorted ? String(i).padStart(8, '0') : random.below(2 ** 31).toString(36)
    const id = random.chance(repeats) ? `again-${random.below(50)}` : `k${fresh}`
    const value = String(i)
    // Types are inferred from the first lines, so those have no errors.
    if (i > 15_000 && random.chance(bad)) {
      rejects.push(i + 1)
      text.push(`${id},no number,x`)
      continue
    }
    rows.set(id, value)
    text.push(`${id},${value},${'x'.repeat(random.below(60))}`)
  }
  return { csv: `${text.join('\n')}\n`, rejects, rows }
}
