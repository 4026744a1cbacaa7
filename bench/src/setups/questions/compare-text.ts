/** The order of texts by their bytes in UTF-8, which all set-ups sort by. */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
