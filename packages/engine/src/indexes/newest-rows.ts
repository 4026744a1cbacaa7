/** The last one of each row, which the key of the main table tells apart. */
export const newestRows = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Buffer | undefined,
): readonly Row[] => {
  const newest = new Map<string, Row>()
  for (const row of rows) newest.set(keyOf(row)?.toString('latin1') ?? '', row)
  return newest.size === rows.length ? rows : [...newest.values()]
}
