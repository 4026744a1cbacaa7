import type { WatchResult } from '@rowhouse/console-gate/shapes'
import { CopyButton } from '../parts/copy-button.js'
import { ScrollFrame } from '../parts/scroll-frame.js'
import { shortTime } from '../parts/short-time.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import { operationsTexts } from './operations-texts.js'

/** The requests that run at this moment, those that have run for the longest first. */
export function RunningRequests({
  watched: { running, runningCount },
  isServer,
}: {
  watched: WatchResult
  isServer: boolean
}) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  return (
    <section aria-label={words.running}>
      <h2>
        {words.running} <small className="quiet">{words.runningCount(runningCount)}</small>
      </h2>
      {running.length === 0 && <p className="quiet">{words.noRunning}</p>}
      {running.length > 0 && (
        <ScrollFrame label={words.running}>
          <table className="list">
            <thead>
              <tr>
                <th>{words.operation}</th>
                {isServer && <th>{words.instance}</th>}
                <th>{words.table}</th>
                <th>{words.stage}</th>
                <th className="number">{words.took}</th>
                <th>{words.requestId}</th>
              </tr>
            </thead>
            <tbody>
              {running.map((request) => (
                <tr key={request.requestId}>
                  <td>{request.operation}</td>
                  {isServer && <td>{request.instance}</td>}
                  <td>{request.table ?? <span className="quiet">{words.several}</span>}</td>
                  <td>{words.stages[request.stage]}</td>
                  <td className="number">{shortTime(request.milliseconds, language)}</td>
                  <td>
                    <RequestId id={request.requestId} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </section>
  )
}

const SHOWN_LETTERS = 8

export const RequestId = ({ id }: { id: string }) => (
  <span title={id}>
    <CopyButton text={id} label={`${id.slice(0, SHOWN_LETTERS)}…`} />
  </span>
)
