import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { Frame } from '../frame/frame.js'
import { rowsPath } from '../frame/paths.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTexts } from '../texts/use-texts.js'
import { fieldsPath, indexPath, searchPath } from './search-paths.js'
import '../rows/rows.css'
import './search.css'
import type { IndexPlace } from './page-requests.js'
import { useSearchTexts } from './texts/use-search-texts.js'
import { useSearchIndexes } from './use-search.js'

/** What is around each view of an index: the way to other indexes and to its other view. */
export function SearchFrame({
  place,
  view,
  children,
}: {
  place: IndexPlace
  view: 'search' | 'fields'
  children: (overview: SearchIndexOverview) => ReactNode
}) {
  const { loading, rail, rows } = useTexts()
  const texts = useSearchTexts()
  const { instance, table, index } = place
  const indexes = useSearchIndexes(instance)
  const overview = indexes.data?.find((each) => each.table === table && each.index === index)
  const pathOf = view === 'search' ? indexPath : fieldsPath
  const others = (indexes.data ?? []).map((each) => ({
    label: `${each.table}.${each.index}`,
    path: pathOf({ instance, ...each }),
  }))
  const list = { label: rail.search, path: searchPath(instance) }
  const views = [
    { label: texts.page.search, path: indexPath(place) },
    { label: texts.page.fields, path: fieldsPath(place) },
    { label: rows.title, path: rowsPath(instance, table) },
  ]
  return (
    <Frame
      instance={instance}
      steps={[
        { label: list.label, siblings: [list] },
        { label: `${table}.${index}`, siblings: others },
      ]}
      here={{ label: texts.page[view], siblings: views, areViews: true }}
    >
      {overview === undefined ? (
        <main className="page">
          {indexes.isPending && <Skeleton label={loading} />}
          {indexes.error !== null && (
            <ErrorNote error={indexes.error} retry={() => void indexes.refetch()} />
          )}
          {indexes.data !== undefined && <p className="empty">{texts.indexes.gone}</p>}
        </main>
      ) : (
        children(overview)
      )}
    </Frame>
  )
}
