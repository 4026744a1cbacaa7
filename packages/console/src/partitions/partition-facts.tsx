import type { ListedPartition, PartitionResult } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { type LoadMap, minuteTime } from './load-map.js'
import { type Selection, loadOf, wholeMap } from './map-selection.js'
import { partitionsTexts } from './partitions-texts.js'

/** The hottest values of what is selected in the map, or of all of it. */
export function HottestValues({
  map,
  selection,
  clear,
}: {
  map: LoadMap
  selection: Selection | undefined
  clear: () => void
}) {
  const words = useRoomTexts(partitionsTexts)
  const { texts, language } = useReading()
  const { units, hottest } = loadOf(map, selection ?? wholeMap(map))
  const [from, until] = (selection?.minutes ?? []).map((minute) => map.minutes[minute])
  return (
    <section className="hottest" aria-label={words.hottest}>
      <h2>{words.hottest}</h2>
      {selection !== undefined && (
        <p className="selected">
          {minuteTime(from, language)}–{minuteTime(until, language)} ·{' '}
          {words.selectedUnits(units.toLocaleString(language))}{' '}
          <button type="button" className="button" onClick={clear}>
            {words.everything}
          </button>
        </p>
      )}
      {hottest.length === 0 && <p className="quiet">{texts.partitions.noHottest}</p>}
      {hottest.length > 0 && (
        <>
          <ul className="hot-values">
            {hottest.slice(0, HOTTEST_SHOWN).map((hot) => (
              <li key={hot.value}>
                <code>{hot.value}</code>
                <span className="quiet" title={percentOf(hot.share, language)}>
                  {words.about(shortNumber(hot.units, language))}
                </span>
                <i className="bar" style={{ width: `${hot.share * 100}%` }} aria-hidden="true" />
              </li>
            ))}
          </ul>
          <p className="quiet">{words.hottestHelp}</p>
        </>
      )}
    </section>
  )
}

const HOTTEST_SHOWN = 12

const percentOf = (share: number, language: string): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })

/** What is advised at most for one partition-key value. */
const ADVISED_BYTES = 10 * 1024 ** 3

/** The chosen partitions, their largest values, and how the table was split. */
export function PartitionFacts({
  partitions,
  events,
}: {
  partitions: readonly ListedPartition[]
  events: PartitionResult['events']
}) {
  const { texts, language } = useReading()
  const words = texts.partitions
  const bytes = partitions.reduce((sum, partition) => sum + partition.bytes, 0)
  const units = partitions.reduce((sum, { rates }) => sum + rates.unitsRead + rates.unitsWritten, 0)
  const [start, end] = [partitions[0]?.start, partitions.at(-1)?.end]
  const isWhole = start === undefined && end === undefined
  const range = words.range(start ?? words.open, end ?? words.open)
  return (
    <div className="facts">
      <section>
        <h2>{isWhole ? words.whole : words.chosen(range)}</h2>
        <Facts>
          <Fact name={words.size} value={shortBytes(bytes, language)} />
          <Fact name={words.perSecond} value={shortNumber(units, language)} />
        </Facts>
        {partitions.map(({ id, hotKey }) =>
          hotKey === undefined ? null : (
            <p key={id} className="note">
              {words.hotKey(hotKey)}
            </p>
          ),
        )}
      </section>
      <section>
        <h2>{words.big}</h2>
        <BigValues values={partitions.flatMap(({ bigValues }) => bigValues)} />
      </section>
      <section>
        <h2>{words.history}</h2>
        <Facts none={words.noHistory}>
          {events.toReversed().map(({ at, kind, reason, key }) => (
            <Fact
              key={`${at} ${key}`}
              name={
                <>
                  {words[kind]} <code>{key}</code>
                </>
              }
              value={`${words.reasons[reason]}, ${new Date(at).toLocaleString(language)}`}
            />
          ))}
        </Facts>
      </section>
    </div>
  )
}

function BigValues({ values }: { values: ListedPartition['bigValues'] }) {
  const words = useRoomTexts(partitionsTexts)
  const { texts, language } = useReading()
  if (values.length === 0) return <p className="quiet">{texts.partitions.noBig}</p>
  return (
    <ul className="hot-values">
      {values.map(({ value, bytes }) => {
        const share = bytes / ADVISED_BYTES
        return (
          <li key={value}>
            <code>{value}</code>
            <span className="quiet">{shortBytes(bytes, language)}</span>
            <i
              className={share > 1 ? 'bar too-large' : 'bar'}
              style={{ width: `${Math.min(1, share) * 100}%` }}
              title={words.advised(percentOf(share, language))}
              role="img"
              aria-label={words.advised(percentOf(share, language))}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Facts({ none, children }: { none?: string; children: ReactNode }) {
  const isEmpty = Array.isArray(children) && children.length === 0
  return isEmpty ? <p className="quiet">{none}</p> : <ul>{children}</ul>
}

const Fact = ({ name, value }: { name: ReactNode; value: string }) => (
  <li>
    <span>{name}</span>
    <span className="quiet">{value}</span>
  </li>
)
