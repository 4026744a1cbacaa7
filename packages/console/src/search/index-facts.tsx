import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { shortBytes } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { useReading } from '../texts/use-texts.js'
import { useSearchTexts } from './texts/use-search-texts.js'

/** Whether the index has all rows of its table. */
export function PhaseMark({ overview }: { overview: SearchIndexOverview }) {
  const texts = useSearchTexts().indexes
  const isFollowing = overview.phase === 'INCR'
  return (
    <span className={isFollowing ? 'phase' : 'phase filling'}>
      {isFollowing ? texts.following : texts.filling}
    </span>
  )
}

/** How many rows the index has, and how far it is behind its table. */
export function IndexFacts({ overview }: { overview: SearchIndexOverview }) {
  const texts = useSearchTexts().indexes
  const { language } = useReading()
  const { rows, bytes, lag, brother } = overview
  return (
    <p className="status index-facts" role="status">
      <PhaseMark overview={overview} />
      {rows !== undefined && (
        <span>
          {texts.rows} {rows.toLocaleString(language)}
        </span>
      )}
      {lag !== undefined && (
        <span title={texts.lagHelp}>
          {texts.lag} {shortTime(lag, language)}
        </span>
      )}
      {bytes !== undefined && (
        <span title={bytes.toLocaleString(language)}>
          {texts.bytes} {shortBytes(bytes, language)}
        </span>
      )}
      {brother !== undefined && brother !== '' && <span>{texts.replaces(brother)}</span>}
    </p>
  )
}
