import type { ListedPartition, PartitionResult } from '@rowhouse/console-gate/shapes'
import type { ReactNode } from 'react'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { useReading } from '../texts/use-texts.js'

/** The chosen partition, its hottest and largest values, and how the table was split. */
export function PartitionFacts({
  partition,
  events,
}: {
  partition: ListedPartition
  events: PartitionResult['events']
}) {
  const { texts, language } = useReading()
  const words = texts.partitions
  const range = words.range(partition.start ?? words.open, partition.end ?? words.open)
  const percent = (share: number): string =>
    share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })
  const { unitsRead, unitsWritten } = partition.rates
  return (
    <div className="facts">
      <section>
        <h2>{words.chosen(range)}</h2>
        <Facts>
          <Fact name={words.size} value={shortBytes(partition.bytes, language)} />
          <Fact name={words.perSecond} value={shortNumber(unitsRead + unitsWritten, language)} />
        </Facts>
        {partition.hotKey !== undefined && <p className="note">{words.hotKey(partition.hotKey)}</p>}
      </section>
      <section>
        <h2>{words.hottest}</h2>
        <Facts none={words.noHottest}>
          {partition.hottest.map(({ value, share }) => (
            <Fact key={value} name={<code>{value}</code>} value={percent(share)} />
          ))}
        </Facts>
      </section>
      <section>
        <h2>{words.big}</h2>
        <Facts none={words.noBig}>
          {partition.bigValues.map(({ value, bytes }) => (
            <Fact key={value} name={<code>{value}</code>} value={shortBytes(bytes, language)} />
          ))}
        </Facts>
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
