/** A column that divides less is not worth its bytes in the key. */
const USEFUL_SHARE = 0.01

/** What a column adds to a key of the other columns. */
export interface Division {
  readonly column: string
  /** The share of pairs with equal values in the other columns that this column divides; 0 to 1. */
  readonly share: number
  readonly isUseful: boolean
}

/**
 * What each column of a spliced key adds, by a sample. If a device has one seller, the seller divides no
 * two rows of a device, so it makes the key longer and no partition smaller.
 */
export function divisionsOf(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Division[] {
  const whole = pairsTogether(countKeys(rows))
  return columns.map((column, index) => {
    const others = rows.map((row) => row.filter((_, at) => at !== index))
    const share = sharePartedBy(pairsTogether(countKeys(others)), whole)
    return { column, share, isUseful: isUsefulShare(share) }
  })
}

/** The share is 0 when the other columns leave no two rows together. */
export const sharePartedBy = (without: number, whole: number): number =>
  without === 0 ? 0 : 1 - whole / without

/** The number of pairs of rows with the same key, from the number of rows of each key. */
export function pairsTogether(counts: Iterable<number>): number {
  let pairs = 0
  for (const count of counts) pairs += (count * (count - 1)) / 2
  return pairs
}

export const isUsefulShare = (share: number): boolean => share >= USEFUL_SHARE

/** A sentence for each column that adds nothing. */
export function warnOfDivisions(divisions: readonly Division[]): string[] {
  return divisions
    .filter(({ isUseful }) => !isUseful)
    .map(({ column, share }) => {
      const others = divisions.map((division) => division.column).filter((name) => name !== column)
      const percent = (share * 100).toFixed(1)
      const same = `rows with the same ${others.join(' and ')}`
      return `${column} adds no division: it parts ${percent} % of the ${same}`
    })
}

function countKeys(rows: readonly (readonly string[])[]): Iterable<number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    // The length before each text distinguishes ["a", "bc"] from ["ab", "c"].
    const key = row.map((text) => `${text.length}:${text}`).join('')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts.values()
}
