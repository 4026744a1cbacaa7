import {
  type Condition,
  type PlainBufferCell,
  type ReadSelection,
  type ReturnContent,
  encodeFilter,
  encodeRow,
} from '@rowhouse/protocol'
import { parseCell } from './cells.js'
import { parseFilter } from './filters.js'
import { tokenize } from './case-tokens.js'

/** `command table key... | cell... | option=value...`, each part in its place or empty. */
export interface ParsedLine {
  readonly command: string
  readonly table: string
  readonly key: readonly PlainBufferCell[]
  readonly cells: readonly PlainBufferCell[]
  readonly options: ReadonlyMap<string, string>
  /** The tokens behind `filter` or `when`. */
  readonly filter: readonly string[]
}

export const parseLine = (line: string): ParsedLine => {
  const [head = [], cells = [], rest = []] = splitAt(tokenize(line), '|')
  const [command = '', table = '', ...key] = head
  const filterAt = rest.findIndex((token) => token === 'filter' || token === 'when')
  const plain = filterAt === -1 ? rest : rest.slice(0, filterAt)
  return {
    command,
    table,
    key: key.map(parseCell),
    cells: cells.map(parseCell),
    options: new Map(plain.map(splitOption)),
    filter: filterAt === -1 ? [] : rest.slice(filterAt + 1),
  }
}

const splitAt = (tokens: readonly string[], mark: string): string[][] => {
  const parts: string[][] = [[]]
  for (const token of tokens) {
    if (token === mark) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

const splitOption = (token: string): [string, string] => {
  const at = token.indexOf('=')
  return at === -1 ? [token, ''] : [token.slice(0, at), token.slice(at + 1)]
}

const filterOf = ({ filter }: ParsedLine): Buffer | undefined =>
  filter.length === 0 ? undefined : encodeFilter(parseFilter([...filter]))

export const rowOf = (
  primaryKey: readonly PlainBufferCell[],
  cells: readonly PlainBufferCell[] = [],
  deleteMarker = false,
): Buffer => encodeRow({ primaryKey, cells, deleteMarker })

export const conditionOf = (line: ParsedLine): Condition => {
  const names = { exist: 'EXPECT_EXIST', 'not-exist': 'EXPECT_NOT_EXIST' } as const
  const wanted = line.options.get('if')
  return {
    rowExistence: wanted === 'exist' || wanted === 'not-exist' ? names[wanted] : 'IGNORE',
    columnCondition: filterOf(line),
  }
}

export const returnContentOf = ({ options }: ParsedLine): ReturnContent | undefined => {
  if (options.get('return') === 'key') return { returnType: 'RT_PK', returnColumnNames: [] }
  const columns = options.get('return')
  if (columns === undefined) return undefined
  return { returnType: 'RT_AFTER_MODIFY', returnColumnNames: columns.split(',') }
}

/**
 * versions=N (1 unless a time is given; versions=none leaves it out), time=A..B, at=T, columns=,
 * from=, to=.
 */
export const selectionOf = (line: ParsedLine): ReadSelection => {
  const { options } = line
  const [startTime, endTime] = options.get('time')?.split('..') ?? []
  const specificTime = options.get('at')
  const hasTime = startTime !== undefined || specificTime !== undefined
  const versions = options.get('versions') ?? (hasTime ? 'none' : '1')
  return {
    columnsToGet: options.get('columns')?.split(',') ?? [],
    timeRange: hasTime
      ? {
          startTime: asBigInt(startTime),
          endTime: asBigInt(endTime),
          specificTime: asBigInt(specificTime),
        }
      : undefined,
    maxVersions: versions === 'none' ? undefined : Number(versions),
    filter: filterOf(line),
    startColumn: options.get('from'),
    endColumn: options.get('to'),
  }
}

const asBigInt = (text: string | undefined): bigint | undefined =>
  text === undefined || text === '' ? undefined : BigInt(text)
