import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@rowhouse/conformance/client'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { type ServerOptions, ServerProcess } from './server-process.js'

/** The figures of all servers of a run. */
export interface ServerFigures {
  kills: number
  readonly startsMs: number[]
}

/** The server of one data folder, which is killed and started again. */
export class KilledServer {
  readonly options: ServerOptions
  readonly #figures: ServerFigures
  #process: ServerProcess | undefined
  #connection: Connection | undefined

  constructor(options: ServerOptions, figures: ServerFigures) {
    this.options = options
    this.#figures = figures
  }

  /** The last lines that it wrote. */
  get output(): string {
    return this.#process?.output ?? ''
  }

  get connection(): Connection {
    if (this.#connection === undefined) throw new Error('the server was never started')
    return this.#connection
  }

  async start(): Promise<Connection> {
    this.#process = new ServerProcess(this.options)
    const { connection, milliseconds } = await this.#process.ready()
    this.#figures.startsMs.push(milliseconds)
    this.#connection = connection
    return connection
  }

  async kill(): Promise<void> {
    await this.#process?.kill()
    this.#figures.kills++
  }

  /** Kills the server while it starts, or shortly after. */
  async dieEarly(random: SeededRandom, withinMs: number): Promise<void> {
    this.#process = new ServerProcess(this.options)
    await wait(random.below(withinMs))
    await this.kill()
  }

  /** Starts the server and kills it at a moment of the start; it may not end by itself before. */
  async dieStarting(moment: (ready: Promise<unknown>) => Promise<void>): Promise<void> {
    this.#process = new ServerProcess(this.options)
    await moment(this.#process.ready())
    await this.kill()
  }

  /** Sends SIGTERM; resolves when the server has ended, whatever the reason. */
  async askToEnd(): Promise<void> {
    await this.#process?.stop()
  }

  async endInOrder(): Promise<void> {
    const code = await this.#process?.stop()
    if (code !== 0) throw new Error(`the server ends with ${code} after SIGTERM`)
  }

  async remove(): Promise<void> {
    await this.#process?.kill()
    await rm(this.options.directory, { recursive: true, force: true })
  }
}
