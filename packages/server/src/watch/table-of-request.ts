/** A request about one table names it; a batch may be about several. */
export function tableOfRequest(request: unknown): string | undefined {
  if (!isRecord(request)) return undefined
  const { tableName, mainTableName, tableMeta } = request
  // CreateTable and CreateIndex name it elsewhere.
  const names = [tableName, mainTableName, isRecord(tableMeta) ? tableMeta['tableName'] : undefined]
  return names.find((name) => typeof name === 'string')
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
