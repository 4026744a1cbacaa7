/** What a request reads of each row: the newest version of every column. */
export const wholeRows = {
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
}
