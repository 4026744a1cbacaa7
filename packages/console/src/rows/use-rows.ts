import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Key } from '@rowhouse/snippets'
import { useSigned } from '../gate/use-gate.js'
import type { KeyRange } from './key-question.js'

const PAGE_ROWS = 200
/** Bytes of a value that the grid shows; the panel asks for the rest. */
const GRID_CUT = 512

export function useTable(instance: string, table: string) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['table', instance, table],
    queryFn: async ({ signal }): Promise<TableShape> =>
      (await gate.ask(instance, { operation: 'DescribeTable', table }, { signal })).answer,
  })
}

/** The rows of a range, a page more each time that it is asked for. */
export function useRows(instance: string, table: string, range: KeyRange | undefined) {
  const { gate } = useSigned()
  return useInfiniteQuery({
    queryKey: ['rows', instance, table, range === undefined ? '' : rangeName(range)],
    enabled: range !== undefined,
    initialPageParam: range?.start,
    queryFn: ({ pageParam, signal }) => {
      if (range === undefined || pageParam === undefined) throw new Error('there is no range yet')
      const request = rangeRequest(table, range, pageParam)
      return gate.ask(instance, request, { signal, cut: GRID_CUT })
    },
    getNextPageParam: (page): Key | undefined => page.answer.next,
  })
}

export const rangeRequest = (table: string, range: KeyRange, start: Key) =>
  ({
    operation: 'GetRange',
    table,
    start,
    end: range.end,
    isBackward: range.isBackward,
    limit: PAGE_ROWS,
    columns: [],
    maxVersions: 1,
    time: undefined,
  }) as const

/** Bigints and bytes have no JSON of their own. */
export const keyName = (key: Key): string =>
  JSON.stringify(key, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return value instanceof Uint8Array ? Array.from(value) : value
  })

const rangeName = ({ start, end, isBackward }: KeyRange): string =>
  `${keyName(start)} ${keyName(end)} ${isBackward}`
