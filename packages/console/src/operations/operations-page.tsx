import { useSearchParams } from 'wouter'
import { Frame } from '../frame/frame.js'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { Skeleton } from '../parts/skeleton.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { HistoryCharts } from './history-charts.js'
import './operations.css'
import { operationsTexts } from './operations-texts.js'
import { RunningRequests } from './running-requests.js'
import { ServerParts } from './server-parts.js'
import { SlowRequests } from './slow-requests.js'
import { TenantList } from './tenant-list.js'
import { useHistory, useWatch } from './use-watch.js'

const PERIODS = [60, 10] as const

/** What happens and has happened; without an instance in the whole server, for the operator. */
export function OperationsPage({ instance }: { instance?: string }) {
  const words = useRoomTexts(operationsTexts)
  const texts = useTexts()
  const { session } = useSigned()
  const isAllowed = instance !== undefined || session.access === 'operator'
  const watched = useWatch(instance, isAllowed)
  const history = useHistory(instance, isAllowed)
  const [search, setSearch] = useSearchParams()
  const minutes = PERIODS.find((each) => String(each) === search.get('minutes')) ?? PERIODS[0]
  const title = instance === undefined ? words.server : words.title
  const failed = watched.error ?? history.error
  const retry = (): void => {
    void watched.refetch()
    void history.refetch()
  }
  return (
    <Frame {...(instance !== undefined && { instance })} here={{ label: title, siblings: [] }}>
      <main className="page operations">
        {!isAllowed && <p className="note">{words.forbidden}</p>}
        {isAllowed && (
          <>
            <div className="page-head">
              <h1>{title}</h1>
              <span className="quiet">{words.subtitle}</span>
              <select
                className="input last"
                aria-label={words.period}
                value={minutes}
                onChange={(event) => setSearch({ minutes: event.target.value }, { replace: true })}
              >
                {PERIODS.map((each) => (
                  <option key={each} value={each}>
                    {words.minutes(each)}
                  </option>
                ))}
              </select>
            </div>
            {failed !== null && <ErrorNote error={failed} retry={retry} />}
            {history.isPending && <Skeleton label={texts.loading} />}
            {history.data !== undefined && (
              <HistoryCharts
                steps={history.data}
                minutes={minutes}
                isServer={instance === undefined}
              />
            )}
            {watched.data !== undefined && (
              <>
                <RunningRequests watched={watched.data} isServer={instance === undefined} />
                <SlowRequests watched={watched.data} isServer={instance === undefined} />
                <TenantList tenants={watched.data.tenants} />
                {watched.data.server !== undefined && <ServerParts server={watched.data.server} />}
              </>
            )}
          </>
        )}
      </main>
    </Frame>
  )
}
