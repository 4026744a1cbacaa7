import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a worker process sends back for a job. */
export type Answer<Figures> =
  | { readonly kind: 'figures'; readonly figures: Figures }
  | { readonly kind: 'failed'; readonly message: string }

/** A process that takes one job at a time and replies with figures or a failure. */
export class WorkerProcess<Job extends object, Figures> {
  readonly #child: ChildProcess

  /** `file` is relative to this package's built root; `nodeArgs` are options of node itself. */
  constructor(file: string, nodeArgs: readonly string[] = []) {
    this.#child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), {
      serialization: 'advanced',
      execArgv: [...nodeArgs],
    })
  }

  run(job: Job): Promise<Figures> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const onMessage = (answer: Answer<Figures>): void => {
        child.off('exit', onExit)
        if (answer.kind === 'figures') resolve(answer.figures)
        else reject(new Error(answer.message))
      }
      const onExit = (code: number | null, signal: string | null): void => {
        child.off('message', onMessage)
        reject(new Error(`A worker process ended (${code ?? signal})`))
      }
      child.once('message', onMessage)
      child.once('exit', onExit)
      child.send(job)
    })
  }

  /** Ends the timed phase of the current job. */
  stopJob(): void {
    if (this.#child.connected) this.#child.send('stop')
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect()
  }
}
