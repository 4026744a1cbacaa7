import type { ShownRow } from '@rowhouse/console-gate/shapes'
import { useCallback, useMemo, useState } from 'react'
import { ErrorNote } from '../../parts/error-note.js'
import { Skeleton } from '../../parts/skeleton.js'
import { columnsOfPage, widthOf } from '../../rows/found-columns.js'
import { Grid } from '../../rows/grid.js'
import { rowsTexts } from '../../rows/rows-texts.js'
import { keyName } from '../../rows/use-rows.js'
import '../../rows/rows.css'
import { useRoomTexts } from '../../texts/room-texts.js'
import { useTexts } from '../../texts/use-texts.js'
import type { DataObject } from '../forms/form.js'
import type { IndexPlace } from '../page-requests.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { useHits } from '../use-search.js'
import { FoundWords } from './found-words.js'
import { useOpenHit } from './hit-panel.js'
import { TimeSpent } from './time-spent.js'

/** The hits of a search as a grid; scrolling loads more. */
export function Hits({ place, search }: { place: IndexPlace; search: DataObject }) {
  const texts = useSearchTexts().page
  const { loading } = useTexts()
  const found = useHits(place, search)
  const pages = found.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ answer }) => answer.rows) ?? [], [pages])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <>
      {found.error !== null && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Skeleton label={loading} />}
      {pages !== undefined && rows.length === 0 && (
        <div className="empty">
          <p>{texts.none}</p>
          <p className="quiet">{texts.noneHelp}</p>
        </div>
      )}
      {pages !== undefined && <FoundWords pages={pages} />}
      {rows.length > 0 && <HitsGrid rows={rows} more={more} />}
      {pages !== undefined && (
        <HitsStatus pages={pages} rows={rows.length} isEnd={!hasNextPage && !found.isFetching} />
      )}
    </>
  )
}

type Pages = NonNullable<ReturnType<typeof useHits>['data']>['pages']

/** How many hits there are, and what the answer took. */
function HitsStatus({ pages, rows, isEnd }: { pages: Pages; rows: number; isEnd: boolean }) {
  const texts = useSearchTexts().page
  const total = pages[0]?.answer.total
  const sum = (of: (page: Pages[number]) => number): number =>
    pages.reduce((all, page) => all + of(page), 0)
  return (
    <p className="status" role="status">
      <strong>{total === undefined ? texts.uncounted : texts.total(total)}</strong>
      <span>{texts.loaded(rows)}</span>
      <TimeSpent answers={pages} />
      <span>{texts.units(sum(({ answer }) => answer.units?.read ?? 0))}</span>
      {isEnd && rows > 0 && <span>{texts.end}</span>}
      {pages.some(({ answer }) => !answer.isComplete) && <span>{texts.incomplete}</span>}
    </p>
  )
}

const ROW_PIXELS = 28

function HitsGrid({ rows, more }: { rows: readonly ShownRow[]; more: () => void }) {
  const texts = useSearchTexts().page
  const labels = useRoomTexts(rowsTexts).grid
  const [openKey, open] = useOpenHit()
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const columns = useMemo(() => {
    const key = (rows[0]?.key ?? []).map(({ name }) => ({
      name,
      isKey: true,
      isPinned: true,
      width: widthOf('key'),
    }))
    const others = columnsOfPage(rows).map((found) => ({
      name: found.name,
      isKey: false,
      isPinned: false,
      width: widthOf(found),
    }))
    return [...key, ...others].map((column) => ({
      ...column,
      width: widths.get(column.name) ?? column.width,
    }))
  }, [rows, widths])
  const openName = openKey && keyName(openKey)
  const openRow =
    openName === undefined ? -1 : rows.findIndex(({ key }) => keyName(key) === openName)
  return (
    <Grid
      label={texts.rows}
      labels={labels}
      rows={rows}
      columns={columns}
      rowPixels={ROW_PIXELS}
      writing={undefined}
      openRow={openRow < 0 ? undefined : openRow}
      onOpen={(at) => open(rows[at]?.key)}
      onEnd={more}
      onWidth={(column, width) => setWidths(new Map(widths).set(column, width))}
    />
  )
}
