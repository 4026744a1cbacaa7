import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { Link } from 'wouter'
import { Frame } from '../frame/frame.js'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { shortBytes } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { Skeleton } from '../parts/skeleton.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { PhaseMark } from './index-facts.js'
import './search.css'
import { indexPath, newIndexPath } from './search-paths.js'
import { useSearchTexts } from './texts/use-search-texts.js'
import { useSearchIndexes } from './use-search.js'

/** The search indexes of an instance, with how far each is. */
export function SearchIndexesPage({ instance }: { instance: string }) {
  const { loading, rail } = useTexts()
  const texts = useSearchTexts().indexes
  const signed = useSigned()
  const indexes = useSearchIndexes(instance)
  const create = (
    <Link href={newIndexPath(instance)} className="button main">
      {texts.create}
    </Link>
  )
  return (
    <Frame instance={instance} here={{ label: rail.search, siblings: [] }}>
      <main className="page">
        <div className="page-head">
          <h1>{texts.title}</h1>
          {indexes.data !== undefined && (
            <span className="quiet">{texts.count(indexes.data.length)}</span>
          )}
          {mayWrite(signed) && <span className="last">{create}</span>}
        </div>
        {indexes.isPending && <Skeleton label={loading} />}
        {indexes.error !== null && (
          <ErrorNote error={indexes.error} retry={() => void indexes.refetch()} />
        )}
        {indexes.data?.length === 0 && (
          <div className="empty">
            <p>{texts.empty}</p>
            <p className="quiet">{texts.emptyHelp}</p>
          </div>
        )}
        {indexes.data !== undefined && indexes.data.length > 0 && (
          <IndexList instance={instance} indexes={indexes.data} />
        )}
      </main>
    </Frame>
  )
}

function IndexList({
  instance,
  indexes,
}: {
  instance: string
  indexes: readonly SearchIndexOverview[]
}) {
  const texts = useSearchTexts().indexes
  const { language } = useReading()
  return (
    <div className="list-frame">
      <table className="list">
        <thead>
          <tr>
            <th>{texts.index}</th>
            <th>{texts.table}</th>
            <th className="number wide-only">{texts.fields}</th>
            <th>{texts.phase}</th>
            <th className="number">{texts.rows}</th>
            <th className="number" title={texts.lagHelp}>
              {texts.lag}
            </th>
            <th className="number wide-only">{texts.bytes}</th>
          </tr>
        </thead>
        <tbody>
          {indexes.map((each) => (
            <tr key={`${each.table}/${each.index}`}>
              <td>
                <Link href={indexPath({ instance, ...each })}>{each.index}</Link>
              </td>
              <td>{each.table}</td>
              <td className="number wide-only">
                {each.schema.fieldSchemas.length.toLocaleString(language)}
              </td>
              <td>
                <PhaseMark overview={each} />
              </td>
              <td className="number">{each.rows?.toLocaleString(language)}</td>
              <td className="number">{each.lag !== undefined && shortTime(each.lag, language)}</td>
              <td className="number wide-only" title={each.bytes?.toLocaleString(language)}>
                {each.bytes !== undefined && shortBytes(each.bytes, language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
