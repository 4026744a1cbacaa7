import type { WatchResult } from '@rowhouse/console-gate/shapes'
import { clockTime } from '../charts/time-text.js'
import { shortTime } from '../parts/short-time.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { operationsTexts } from './operations-texts.js'
import { RequestId } from './running-requests.js'

type Stages = WatchResult['slow'][number]['stages']

const STAGES = ['authentication', 'queue', 'engine', 'fsync', 'encode'] as const

/** The last slow requests, each with a bar of its stages. */
export function SlowRequests({
  watched: { slow, slowMs },
  isServer,
}: {
  watched: WatchResult
  isServer: boolean
}) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const longest = slow.reduce((most, { stages }) => Math.max(most, stages.total), 0)
  return (
    <section aria-label={words.slow}>
      <h2>{words.slow}</h2>
      <p className="quiet">
        {slow.length === 0 ? words.noSlow : words.slowHelp(shortTime(slowMs, language))}
      </p>
      {slow.length > 0 && (
        <>
          <p className="chart-legend">
            {STAGES.map((stage, at) => (
              <span key={stage}>
                <i className={`stage stage-${at}`} /> {words.stages[stage]}
              </span>
            ))}
          </p>
          <div className="list-frame slow-list" tabIndex={0} role="group" aria-label={words.slow}>
            <table className="list">
              <thead>
                <tr>
                  <th>{words.ended}</th>
                  <th>{words.operation}</th>
                  {isServer && <th>{words.instance}</th>}
                  <th>{words.table}</th>
                  <th>{words.code}</th>
                  <th className="number">{words.took}</th>
                  <th>{words.stage}</th>
                  <th>{words.requestId}</th>
                </tr>
              </thead>
              <tbody>
                {slow.map((request) => (
                  <tr key={`${request.requestId} ${request.at}`}>
                    <td title={new Date(request.at).toLocaleString(language)}>
                      {clockTime(request.at, language)}
                    </td>
                    <td>{request.operation}</td>
                    {isServer && <td>{request.instance}</td>}
                    <td>{request.table ?? <span className="quiet">{words.several}</span>}</td>
                    <td>{request.code}</td>
                    <td className="number">{shortTime(request.stages.total, language)}</td>
                    <td>
                      <StageBar stages={request.stages} longest={longest} />
                    </td>
                    <td>
                      <RequestId id={request.requestId} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}

function StageBar({ stages, longest }: { stages: Stages; longest: number }) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const text = STAGES.map((stage) => `${words.stages[stage]} ${shortTime(stages[stage], language)}`)
  return (
    <span className="stage-bar" role="img" aria-label={text.join(', ')} title={text.join('\n')}>
      {STAGES.map((stage, at) => (
        <i
          key={stage}
          className={`stage-${at}`}
          style={{ width: `${(100 * stages[stage]) / Math.max(longest, 1)}%` }}
        />
      ))}
    </span>
  )
}
