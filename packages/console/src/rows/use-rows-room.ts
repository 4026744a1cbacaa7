import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import { useMemo, useState } from 'react'
import { type Changes, useChanges } from './changes/use-changes.js'
import { type ColumnSettings, useColumnSettings } from './column-settings.js'
import { filterOf } from './filter/filter-clause.js'
import { type FoundColumn, columnsOfPage, foundColumns } from './found-columns.js'
import { KeyTextError, rangeOf } from './key-question.js'
import type { RowsPageData } from './loaded-rows.js'
import { type RowsAddress, useRowsAddress } from './rows-address.js'
import { type ChosenRows, useChosenRows } from './chosen-rows.js'
import type { RowsQuery } from './rows-request.js'
import { useRows } from './use-rows.js'

/** What all parts of the page share: what is asked for, what is loaded, and what is to be written. */
export interface RowsRoom {
  readonly query: RowsQuery | undefined
  readonly keyError: KeyTextError | undefined
  readonly found: ReturnType<typeof useRows>
  readonly rows: readonly ShownRow[]
  readonly columns: readonly FoundColumn[]
  readonly changes: Changes
  readonly chosen: ChosenRows
  readonly settings: ColumnSettings
  readonly setSettings: (change: Partial<ColumnSettings>) => void
}

export function useRowsRoom(instance: string, shape: TableShape): RowsRoom {
  const [address, change] = useRowsAddress()
  const { query, keyError } = readQuery(shape, address)
  const found = useRows(instance, shape.table, query)
  const pages = found.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ answer }) => answer.rows) ?? [], [pages])
  const columns = useColumns(pages)
  const changes = useChanges(instance, shape.table)
  const [settings, setSettings] = useColumnSettings(instance, shape.table)
  // A pasted link shows the columns of who has sent it.
  const hidden = address.hidden.length > 0 ? address.hidden : settings.hidden
  return {
    query,
    keyError,
    found,
    rows,
    columns,
    changes,
    chosen: useChosenRows(),
    settings: useMemo(() => ({ ...settings, hidden }), [settings, hidden]),
    setSettings: (part) => {
      setSettings(part)
      if (part.hidden !== undefined) change({ hidden: part.hidden })
    },
  }
}

/** The columns of all pages; those of a page are found once. */
function useColumns(pages: readonly RowsPageData[] | undefined): readonly FoundColumn[] {
  const [known] = useState(() => new WeakMap<RowsPageData, readonly FoundColumn[]>())
  return useMemo(() => {
    const columns = (pages ?? []).map((page) => {
      const found = known.get(page) ?? columnsOfPage(page.answer.rows)
      known.set(page, found)
      return found
    })
    return foundColumns(columns)
  }, [pages, known])
}

function readQuery(
  shape: TableShape,
  { question, clauses }: RowsAddress,
): { readonly query?: RowsQuery; readonly keyError?: KeyTextError } {
  try {
    return { query: { range: rangeOf(shape.key, question), filter: filterOf(clauses) } }
  } catch (error) {
    if (error instanceof KeyTextError) return { keyError: error }
    throw error
  }
}
