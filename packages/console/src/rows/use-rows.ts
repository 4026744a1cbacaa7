import type { Answered, TableShape } from '@rowhouse/console-gate/shapes'
import type { Key } from '@rowhouse/snippets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { type RowsQuery, askRowsPage, rowsPageRequest } from './rows-request.js'

/** Pages without enough rows under a filter that are read before the person is asked whether to go on. */
const FRUITLESS_PAGES = 20
/** So many rows fill the grid. */
const FILLING_ROWS = 60

export function useTable(instance: string, table: string) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['table', instance, table],
    queryFn: async ({ signal }): Promise<TableShape> =>
      (await gate.ask(instance, { operation: 'DescribeTable', table }, { signal })).answer,
  })
}

/** The rows of a range that pass the filter, a page more each time that it is asked for. */
export function useRows(instance: string, table: string, query: RowsQuery | undefined) {
  const { gate } = useSigned()
  const found = useInfiniteQuery({
    queryKey: ['rows', instance, table, query === undefined ? '' : queryName(query)],
    enabled: query !== undefined,
    initialPageParam: query?.range.start,
    queryFn: ({ pageParam, signal }): Promise<Answered<'GetRange'>> => {
      if (query === undefined || pageParam === undefined) throw new Error('there is no range yet')
      return askRowsPage(gate, instance, rowsPageRequest(table, query, pageParam), signal)
    },
    getNextPageParam: (page): Key | undefined => page.answer.next,
    // Pages do not change, and comparing 100,000 rows with themselves takes longer than reading more.
    structuralSharing: false,
  })
  const { pause, goOn } = useFilling(found)
  return { ...found, isPaused: pause, goOn }
}

interface Filling {
  readonly data: { readonly pages: readonly Answered<'GetRange'>[] } | undefined
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly error: Error | null
  readonly fetchNextPage: () => Promise<unknown>
}

/** Under a filter a page may have no row at all, so more are read until the grid is full, up to a bound. */
function useFilling({ data, hasNextPage, isFetching, error, fetchNextPage }: Filling) {
  const [allowed, setAllowed] = useState(FRUITLESS_PAGES)
  const pages = data?.pages ?? []
  const rows = pages.reduce((sum, { answer }) => sum + answer.rows.length, 0)
  const isShort = hasNextPage && rows < FILLING_ROWS
  const goesOn = isShort && pages.length < allowed && !isFetching && error === null
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return {
    pause: isShort && pages.length >= allowed,
    goOn: () => setAllowed(pages.length + FRUITLESS_PAGES),
  }
}

/** Bigints and bytes have no JSON of their own. */
const nameOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`
    return part instanceof Uint8Array ? Array.from(part) : part
  })

export const keyName = (key: Key): string => nameOf(key)

const queryName = ({ range, filter }: RowsQuery): string => nameOf([range, filter])
