import type { Answer } from '../peers/worker-process.js'
import { type WriteFigures, type WriteJob, writeOrders } from './ingest/write-orders.js'
import { runSearchLoad, type SearchLoadFigures, type SearchLoadJob } from './running/search-load.js'

export type SearchWorkerJob =
  | { readonly kind: 'write'; readonly job: WriteJob }
  | { readonly kind: 'search'; readonly job: SearchLoadJob }

export type SearchWorkerFigures = WriteFigures | SearchLoadFigures

/** Writes or searches for its parent. It is a separate process so that its work is not the server's. */
function serveJobs(): void {
  let stop: () => void = () => undefined
  process.on('message', (message: SearchWorkerJob | 'stop') => {
    if (message === 'stop') return stop()
    let isStopped = false
    const stopped = new Promise<void>((resolve) => {
      stop = () => {
        isStopped = true
        resolve()
      }
    })
    run(message, stopped, () => isStopped).then(
      (figures) => answer({ kind: 'figures', figures }),
      (error: unknown) => answer({ kind: 'failed', message: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

function run(
  message: SearchWorkerJob,
  stopped: Promise<void>,
  isStopped: () => boolean,
): Promise<SearchWorkerFigures> {
  return message.kind === 'write'
    ? writeOrders(message.job, isStopped)
    : runSearchLoad(message.job, stopped)
}

function answer(message: Answer<SearchWorkerFigures>): void {
  process.send?.(message)
}

serveJobs()
