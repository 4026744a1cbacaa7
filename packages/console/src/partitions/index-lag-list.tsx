import { Link } from 'wouter'
import { operationsPath } from '../frame/paths.js'
import { useHistory } from '../operations/use-watch.js'
import { shortBytes } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { useTables } from '../tables/use-tables.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { partitionsTexts } from './partitions-texts.js'

/** The indexes of a table, and how far they are behind it. */
export function IndexLagList({ instance, table }: { instance: string; table: string }) {
  const words = useRoomTexts(partitionsTexts)
  const { texts, language } = useReading()
  const tables = useTables(instance)
  const steps = useHistory(instance, true)
  const shape = tables.data?.find((each) => each.table === table)
  const lags = steps.data?.at(-1)?.indexes.filter((each) => each.table === table) ?? []
  const names = [...(shape?.indexes.map(({ name }) => name) ?? []), ...(shape?.searchIndexes ?? [])]
  const lagText = (name: string): string => {
    const lag = lags.find(({ index }) => index === name)
    if (lag === undefined) return words.unknownLag
    if (lag.lagBytes === 0) return words.current
    return `${shortTime(lag.lagMs, language)} · ${shortBytes(lag.lagBytes, language)}`
  }
  return (
    <section className="index-lags" aria-label={words.indexes}>
      <h2>{words.indexes}</h2>
      {shape !== undefined && names.length === 0 && <p className="quiet">{words.noIndexes}</p>}
      {names.length > 0 && (
        <ul className="hot-values">
          {names.map((name) => (
            <li key={name}>
              <span>{name}</span>
              <Link className="lag" href={operationsPath(instance)}>
                {lagText(name)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shape === undefined && <p className="quiet">{texts.loading}</p>}
    </section>
  )
}
