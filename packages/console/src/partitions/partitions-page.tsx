import type { PartitionResult } from '@rowhouse/console-gate/shapes'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { ScrollFrame } from '../parts/scroll-frame.js'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { Skeleton } from '../parts/skeleton.js'
import { TableFrame } from '../tables/table-frame.js'
import { useReading, useTexts } from '../texts/use-texts.js'
import { HeatMap } from './heat-map.js'
import { IndexLagList } from './index-lag-list.js'
import { KeyAdvice } from './key-advice.js'
import { type Kind, type LoadMap, kinds, loadMap, minuteTime } from './load-map.js'
import { readSelection, wholeMap, writeSelection } from './map-selection.js'
import { HottestValues, PartitionFacts } from './partition-facts.js'
import { partitionsQuery } from './partitions-query.js'
import './partitions.css'

/** How the load of a table spreads over its key ranges and over the last hour. */
export function PartitionsPage({ instance, table }: { instance: string; table: string }) {
  const texts = useTexts()
  const { gate } = useSigned()
  const found = useQuery(partitionsQuery(gate, instance, table))
  return (
    <TableFrame instance={instance} table={table} view="partitions">
      <main className="page">
        {found.isPending && <Skeleton label={texts.loading} />}
        {found.error !== null && (
          <ErrorNote error={found.error} retry={() => void found.refetch()} />
        )}
        {found.data !== undefined && (
          <Partitions result={found.data} readAt={found.dataUpdatedAt} />
        )}
      </main>
    </TableFrame>
  )
}

function Partitions({ result, readAt }: { result: PartitionResult; readAt: number }) {
  const { texts, language } = useReading()
  const words = texts.partitions
  const [search, setSearch] = useSearchParams()
  const kind: Kind = kinds.find((each) => each === search.get('of')) ?? 'all'
  const isTable = search.get('as') === 'table'
  const map = loadMap(result.partitions, kind, readAt)
  const selection = readSelection(map, search)
  const [firstLine, lastLine] = (selection ?? wholeMap(map)).lines
  const chosen = result.partitions.slice(firstLine, lastLine + 1)
  const select = (part: typeof selection): void =>
    setSearch((old) => writeSelection(map, part, old), { replace: true })
  const show = (name: string, value: string): void =>
    setSearch(
      (old) => {
        const changed = new URLSearchParams(old)
        changed.set(name, value)
        return changed
      },
      { replace: true },
    )
  return (
    <>
      <div className="page-head">
        <h1>{words.title}</h1>
        <span className="quiet">
          {map.total === 0 ? words.none : words.total(shortNumber(map.total, language))}
        </span>
        <span className="last" />
        <select
          className="input"
          aria-label={words.units}
          value={kind}
          onChange={(event) => show('of', event.target.value)}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button"
          onClick={() => show('as', isTable ? 'map' : 'table')}
        >
          {isTable ? words.map : words.table}
        </button>
      </div>
      {isTable ? (
        <LoadTable map={map} />
      ) : (
        <div className="map-and-values">
          <HeatMap map={map} events={result.events} selection={selection} select={select} />
          <HottestValues map={map} selection={selection} clear={() => select(undefined)} />
        </div>
      )}
      <PartitionFacts partitions={chosen} events={result.events} />
      <IndexLagList instance={result.instance} table={result.table} />
      <KeyAdvice key={result.table} instance={result.instance} table={result.table} />
    </>
  )
}

/** The same figures as a table: only minutes with load. */
function LoadTable({ map }: { map: LoadMap }) {
  const { texts, language } = useReading()
  const words = texts.partitions
  const rows = map.lines.flatMap(({ partition, units }) =>
    units.flatMap((value, at) =>
      value > 0 ? [{ partition, value, minute: map.minutes[at] }] : [],
    ),
  )
  return (
    <ScrollFrame label={words.title}>
      <table className="list">
        <thead>
          <tr>
            <th>{words.title}</th>
            <th>{words.minute}</th>
            <th className="number">{words.units}</th>
            <th className="number">{words.size}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ partition, value, minute }) => (
            <tr key={`${partition.id} ${minute}`}>
              <td>
                <code>
                  {words.range(partition.start ?? words.open, partition.end ?? words.open)}
                </code>
              </td>
              <td>{minuteTime(minute, language)}</td>
              <td className="number">{value.toLocaleString(language)}</td>
              <td className="number">{shortBytes(partition.bytes, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
