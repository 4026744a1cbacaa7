import { useSearchParams } from 'wouter'
import { LineChart } from '../charts/line-chart.js'
import { byteTicks } from '../charts/nice-ticks.js'
import { shortBytes, shortNumber } from '../parts/short-number.js'
import { shortTime } from '../parts/short-time.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useReading } from '../texts/use-texts.js'
import {
  busiestOperations,
  errorLines,
  lagLines,
  latencyLines,
  requestLines,
  serverLine,
} from './history-lines.js'
import { operationsTexts } from './operations-texts.js'
import type { Step } from './use-watch.js'

const MINUTE_MS = 60_000

/** The metrics over time. */
export function HistoryCharts({
  steps: all,
  minutes,
  isServer,
}: {
  steps: readonly Step[]
  minutes: number
  isServer: boolean
}) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const last = all.at(-1)?.at ?? 0
  const steps = all.filter(({ at }) => at > last - minutes * MINUTE_MS)
  const times = steps.map(({ at }) => at)
  const rate = (value: number): string => `${shortNumber(value, language)}/s`
  const none = steps.length === 0 ? words.noSteps : undefined
  const lags = lagLines(steps)
  return (
    <div className="charts">
      <LineChart
        title={words.requestsChart}
        times={times}
        lines={requestLines(steps, words.others)}
        write={rate}
        none={none ?? words.noRequests}
      />
      <LatencyChart steps={steps} times={times} none={none ?? words.noRequests} />
      <LineChart
        title={words.errorsChart}
        times={times}
        lines={errorLines(steps, words.others)}
        write={rate}
        none={none ?? words.noErrors}
      />
      <LineChart
        title={words.lagChart}
        times={times}
        lines={lags}
        write={(value) => shortTime(value, language)}
        none={none ?? words.noIndexes}
      />
      {isServer && <ServerCharts steps={steps} times={times} />}
    </div>
  )
}

/** The times of one operation, which the address names; otherwise of the busiest one. */
function LatencyChart({
  steps,
  times,
  none,
}: {
  steps: readonly Step[]
  times: readonly number[]
  none: string
}) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const [search, setSearch] = useSearchParams()
  const operations = busiestOperations(steps)
  const chosen = operations.find((each) => each === search.get('operation')) ?? operations[0]
  const choose = (operation: string): void =>
    setSearch(
      (old) => {
        const changed = new URLSearchParams(old)
        changed.set('operation', operation)
        return changed
      },
      { replace: true },
    )
  return (
    <div className="latency">
      <LineChart
        title={words.latencyChart}
        times={times}
        lines={latencyLines(steps, chosen, words)}
        write={(value) => shortTime(value, language)}
        none={none}
      />
      {operations.length > 1 && (
        <select
          className="input"
          aria-label={words.latencyOf}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
        >
          {operations.map((operation) => (
            <option key={operation}>{operation}</option>
          ))}
        </select>
      )}
    </div>
  )
}

function ServerCharts({ steps, times }: { steps: readonly Step[]; times: readonly number[] }) {
  const words = useRoomTexts(operationsTexts)
  const { language } = useReading()
  const shared = {
    times,
    write: (value: number) => shortBytes(value, language),
    ticksOf: byteTicks,
    none: words.noSteps,
  }
  const disk = serverLine(steps, words.free, ({ diskFreeBytes }) => diskFreeBytes)
  const hasDisk = disk.values.some((value) => value !== undefined)
  return (
    <>
      <LineChart
        title={words.memoryChart}
        lines={[
          serverLine(steps, words.resident, ({ residentBytes }) => residentBytes),
          serverLine(steps, words.heap, ({ heapBytes }) => heapBytes),
          serverLine(steps, words.inFlight, ({ requestBytes }) => requestBytes),
        ]}
        {...shared}
      />
      <LineChart
        title={words.backlogChart}
        lines={[serverLine(steps, words.backlog, ({ logBacklogBytes }) => logBacklogBytes)]}
        {...shared}
      />
      {hasDisk && <LineChart title={words.diskChart} lines={[disk]} {...shared} />}
    </>
  )
}
