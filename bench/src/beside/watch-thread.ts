import { openSync, readSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { LatencyHistogram } from '../load/latency-histogram.js'
import type { HeldFigures } from './held-figures.js'

const TICK_MS = 1
const NANOSECONDS_PER_MS = 1e6

/** Processor time of the main thread in milliseconds, on Linux; elsewhere the time of the clock. */
function openThreadTime(): () => number {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const text = Buffer.alloc(64)
    return () => {
      // Makes the system account up to now; otherwise its figure is as old as its last tick.
      process.cpuUsage()
      const length = readSync(file, text, 0, text.length, 0)
      const [spent] = text.toString('latin1', 0, length).split(' ')
      return Number(spent) / NANOSECONDS_PER_MS
    }
  } catch {
    return () => performance.now()
  }
}

/**
 * Loaded by the measured server before its own program: measures how long its main thread handles no other
 * event, and reports that to the parent process on request.
 */
function watchThread(): void {
  const threadTime = openThreadTime()
  let held = new LatencyHistogram()
  let worked = new LatencyHistogram()
  let collections = new LatencyHistogram()
  let [at, time] = [performance.now(), threadTime()]
  setInterval(() => {
    const [before, timeBefore] = [at, time]
    at = performance.now()
    time = threadTime()
    held.record(at - before)
    worked.record(time - timeBefore)
  }, TICK_MS).unref()
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collections.record(duration)
  })
  observer.observe({ entryTypes: ['gc'] })
  process.on('message', (message) => {
    if (message !== 'held') return
    const figures: HeldFigures = {
      held: held.summary(),
      worked: worked.summary(),
      collections: collections.summary(),
    }
    held = new LatencyHistogram()
    worked = new LatencyHistogram()
    collections = new LatencyHistogram()
    process.send?.(figures)
  })
  // The listener must not keep the server alive.
  process.channel?.unref()
}

if (isMainThread) watchThread()
