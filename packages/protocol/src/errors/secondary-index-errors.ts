import type { TablestoreError } from './tablestore-error.js'

type Make = (code: 'OTSParameterInvalid' | 'OTSTableNotReady', message: string) => TablestoreError

/** The errors of secondary indexes and of the tables that have them. */
export function secondaryIndexErrors(make: Make) {
  const invalid = (message: string): TablestoreError => make('OTSParameterInvalid', message)
  return {
    tooManyIndexes: (quota: number) =>
      invalid(`Number of index per table exceeds the quota:${quota}.`),
    /** Every write to an index under its own name answers this. */
    writeToIndex: () => invalid("Can't write index table directly"),
    /** Operations that change a table answer this when they are given the name of an index. */
    changeOfIndex: (index: string) =>
      invalid(`${index} is an index table: it changes with its main table alone`),
    /** SDKs retry this code, and the Python SDK's test waits for this text. */
    indexInBuild: () =>
      make('OTSTableNotReady', 'Disallow read index table in building base state'),
    /** The Java SDK's tests look for its beginning. */
    localIndexInBuild: () =>
      make('OTSTableNotReady', 'Disallow read local index in building base state'),
    updateWithIndexAndTimeToLive: () =>
      invalid("Don't support allow update operation on table with index and ttl"),
    maxVersionsWithIndex: () =>
      invalid('The max versions of a table with secondary index must be 1.'),
    timestampWithIndex: (column: string) =>
      invalid(`Timestamp cannot be given on table with secondary index. Column:${column}.`),
    repeatedRowWithIndex: () =>
      invalid('Duplicate rows are not supported in BatchWriteRow on table with secondary index.'),
    noSuchIndexColumn: (index: string, column: string) =>
      invalid(`Column ${column} of index ${index} is neither a primary key nor a defined column.`),
    indexKeyType: (column: string, type: string) =>
      invalid(`${type} is an invalid type for the primary key of an index. Column:${column}.`),
    repeatedIndexColumn: (index: string, column: string) =>
      invalid(`Duplicated column name in index ${index}: '${column}'.`),
    indexKeyStartsGenerated: (index: string) =>
      invalid(`First primary key can't be auto increment, index: ${index}.`),
    localIndexKeyStart: (index: string, column: string) =>
      invalid(`First primary key of local index ${index} must be the partition key ${column}.`),
    columnOfIndex: (column: string, index: string) =>
      invalid(`Column ${column} is used by index ${index}.`),
  }
}
