import type { AdvisedKey, TableAdvice } from '@rowhouse/console-gate/shapes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useTables } from '../tables/use-tables.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { reasonIn } from './advice-reasons.js'
import { adviceTexts } from './advice-texts.js'
import { SideAdvice } from './side-advice.js'

/** Which columns make a good partition key, by rows of the table; asked for, because that reads them. */
export function KeyAdvice({ instance, table }: { instance: string; table: string }) {
  const words = useRoomTexts(adviceTexts)
  const { texts } = useReading()
  const { gate } = useSigned()
  const [isAsked, setAsked] = useState(false)
  const advice = useQuery({
    queryKey: ['advice', instance, table],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => gate.advice(instance, table, signal),
  })
  const more = useMoreAdvice(instance, table)
  const shape = useTables(instance).data?.find((each) => each.table === table)
  return (
    <section className="key-advice" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="quiet">{words.help}</p>
      {advice.data === undefined && (
        <p>
          <button
            type="button"
            className="button"
            disabled={advice.isFetching}
            onClick={() => setAsked(true)}
          >
            {words.ask}
          </button>
        </p>
      )}
      {advice.isLoading && <Skeleton label={texts.loading} />}
      {advice.error !== null && (
        <ErrorNote error={advice.error} retry={() => void advice.refetch()} />
      )}
      {advice.data !== undefined && (
        <>
          <KeyList advice={advice.data} present={shape?.key[0]?.name} />
          {advice.data.isPart && !more.isDone && (
            <p className="fields">
              <button type="button" className="button" disabled={more.isReading} onClick={more.ask}>
                {words.more}
              </button>
              {more.isReading && <span role="status">{words.read(more.rows)}</span>}
              {more.isReading && (
                <button type="button" className="button" onClick={more.stop}>
                  {words.stop}
                </button>
              )}
            </p>
          )}
          {more.error !== null && <ErrorNote error={more.error} retry={more.ask} />}
          <SideAdvice side={advice.data.side} />
        </>
      )}
    </section>
  )
}

/** Judges by more rows and columns, in the place of the first look; the page tells how many rows are read. */
function useMoreAdvice(instance: string, table: string) {
  const { gate } = useSigned()
  const queries = useQueryClient()
  const [rows, setRows] = useState(0)
  const stopping = useRef<AbortController>(undefined)
  const reading = useMutation({
    mutationFn: () => {
      setRows(0)
      stopping.current = new AbortController()
      const { signal } = stopping.current
      return gate.moreAdvice(instance, table, { onRows: setRows, signal })
    },
    onSuccess: (advice) => queries.setQueryData(['advice', instance, table], advice),
  })
  const stop = (): void => {
    stopping.current?.abort()
    reading.reset()
  }
  useEffect(() => () => stopping.current?.abort(), [])
  const { isPending: isReading, isSuccess: isDone, error } = reading
  return { rows, isReading, isDone, error, ask: () => reading.mutate(), stop }
}

function KeyList({ advice, present }: { advice: TableAdvice; present: string | undefined }) {
  const words = useRoomTexts(adviceTexts)
  const { rows, partitions, keys } = advice
  if (keys.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <>
      <p>{words.basis(rows, partitions)}</p>
      <div className="list-frame">
        <table className="list">
          <thead>
            <tr>
              <th>{words.key}</th>
              <th>{words.verdict}</th>
              <th className="number">{words.throughput}</th>
              <th className="number">{words.values}</th>
              <th className="number">{words.largest}</th>
              <th className="number">{words.atEnd}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <KeyRow
                key={`${key.transform} ${key.columns.join()}`}
                advised={key}
                isPresent={key.transform === 'none' && key.columns[0] === present}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function KeyRow({ advised, isPresent }: { advised: AdvisedKey; isPresent: boolean }) {
  const words = useRoomTexts(adviceTexts)
  const { language } = useReading()
  const { columns, transform, verdict, reasons, values } = advised
  const percent = (share: number): string =>
    share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <tr>
      <td>
        <code>{columns.join(' + ')}</code>{' '}
        <span className="quiet">
          {[words.transforms[transform], isPresent ? words.present : '']
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </td>
      <td>
        <details>
          <summary className={`verdict ${verdict}`}>{words.verdicts[verdict]}</summary>
          <ul>
            {reasons.map((reason) => (
              <li key={reason.code}>{reasonIn(language, reason)}</li>
            ))}
          </ul>
        </details>
      </td>
      <td className="number">{percent(advised.usedThroughput)}</td>
      <td className="number">{values.toLocaleString(language)}</td>
      <td className="number">{percent(advised.largestShare)}</td>
      <td className="number">{percent(advised.endShare)}</td>
    </tr>
  )
}
