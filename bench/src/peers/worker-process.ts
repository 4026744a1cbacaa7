import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process that takes one job message at a time and answers it with figures or a failure. */
export class WorkerProcess<Job extends object, Figures> {
  readonly #child: ChildProcess

  /** `file` is relative to this package's built root. */
  constructor(file: string) {
    this.#child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), {
      serialization: 'advanced',
      execArgv: [],
    })
  }

  async run(job: Job): Promise<Figures> {
    const done = new AbortController()
    const answered = once(this.#child, 'message', { signal: done.signal })
    const exited = once(this.#child, 'exit', { signal: done.signal }).then(([code, signal]) => {
      throw new Error(`A worker process ended (${code ?? signal})`)
    })
    exited.catch(() => undefined)
    this.#child.send(job)
    const [answer] = await Promise.race([answered, exited])
    done.abort()
    if (answer.kind !== 'figures') throw new Error(String(answer.message))
    return answer.figures
  }

  /** Ends the timed phase of the job under way. */
  stopJob(): void {
    this.#child.send('stop')
  }

  close(): void {
    this.#child.disconnect()
  }
}
