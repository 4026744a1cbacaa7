const GB = 1024 ** 3
const MB = 1024 ** 2

/** What one search index reserves, as users of the service were told; capacity units a second. */
const RULE = {
  perGb: 10,
  rowsForTheSame: 2_000_000,
  small: { bytes: 200 * MB, rows: 400_000, units: 20 },
  leastUnits: 100,
} as const

/** The read units that the service reserves for a search index, also while nobody searches. */
export function indexUnits(bytes: number, rows: number): number {
  const { perGb, rowsForTheSame, small, leastUnits } = RULE
  if (bytes < small.bytes && rows < small.rows) return small.units
  const bySize = Math.max(bytes / GB, rows / rowsForTheSame) * perGb
  return Math.max(leastUnits, Math.ceil(bySize))
}
