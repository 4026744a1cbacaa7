import { type ServerOptions, ServerProcess } from '../kill/server-process.js'

/** Below the ports that a system gives to connections, which would take the port of a dead server. */
const PORT_MIN = 18_000
const PORTS = 12_000
const PORTS_TRIED_MAX = 20

/** A server that is killed and comes back at the same endpoint. */
export class StruckServer {
  readonly #options: ServerOptions
  #process: ServerProcess

  private constructor(options: ServerOptions, process: ServerProcess) {
    this.#options = options
    this.#process = process
  }

  static async start(options: ServerOptions): Promise<StruckServer> {
    const first = process.pid % PORTS
    for (let tried = 0; ; tried++) {
      // The console takes the port after it.
      const port = PORT_MIN + ((first + 2 * tried) % PORTS)
      const settings = [...(options.settings ?? []), '--port', String(port)]
      const fixed = { ...options, settings }
      const started = new ServerProcess(fixed)
      try {
        await started.ready()
        return new StruckServer(fixed, started)
      } catch (error) {
        if (tried === PORTS_TRIED_MAX) throw error
      }
    }
  }

  get output(): string {
    return this.#process.output
  }

  ready(): ReturnType<ServerProcess['ready']> {
    return this.#process.ready()
  }

  async kill(): Promise<void> {
    await this.#process.kill()
  }

  /** After a kill; resolves when it accepts requests again. */
  async startAgain(): Promise<void> {
    this.#process = new ServerProcess(this.#options)
    await this.#process.ready()
  }

  async stop(): Promise<void> {
    await this.#process.stop()
  }
}
