import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Connection } from '@rowhouse/conformance/client'

export const PROGRAM = fileURLToPath(
  new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url),
)
const KEPT_OUTPUT_LINES = 40
const ENDING_MS_MAX = 120_000

export const INSTANCE = 'faults'
const KEY = { id: 'faults', secret: 'nobody-else-uses-this-server' }

export interface ServerOptions {
  /** Another program than the one that was built here. */
  readonly program: string | undefined
  readonly directory: string
  readonly doorThreads: number
  /** Further options of `rowhouse serve`. */
  readonly settings?: readonly string[]
}

/** A server in its own process, started on a data folder and ended by a kill. */
export class ServerProcess {
  readonly #process: ChildProcess
  readonly #startedAt = performance.now()
  readonly #exited: Promise<unknown>
  readonly #output: string[] = []
  readonly #ready: Promise<string>

  constructor({ program = PROGRAM, directory, doorThreads, settings: more = [] }: ServerOptions) {
    const settings = ['--data', directory, '--door-threads', String(doorThreads), ...more]
    const identity = ['--instance', INSTANCE, '--access-key', `${KEY.id}:${KEY.secret}`]
    this.#process = spawn(
      process.execPath,
      [program, 'serve', '--port', '0', '--log-level', 'warn', ...settings, ...identity],
      { stdio: ['ignore', 'pipe', 'pipe'], env: withoutSettings(process.env) },
    )
    this.#exited = once(this.#process, 'exit')
    this.#ready = this.#readOutput()
    // A caller that kills a starting server does not wait for it.
    this.#ready.catch(() => {})
  }

  /** The last lines that it wrote. */
  get output(): string {
    return this.#output.join('\n')
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Resolves when the server accepts requests. */
  async ready(): Promise<{ readonly connection: Connection; readonly milliseconds: number }> {
    const endpoint = await this.#ready
    const milliseconds = performance.now() - this.#startedAt
    return {
      connection: {
        endpoint,
        instance: INSTANCE,
        accessKeyId: KEY.id,
        accessKeySecret: KEY.secret,
      },
      milliseconds,
    }
  }

  /** `kill -9`; resolves when the process has ended. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#exited
  }

  /** SIGTERM; resolves to the exit code, and rejects when the server hangs. */
  async stop(): Promise<number | null> {
    this.#process.kill('SIGTERM')
    const timer = new AbortController()
    const { signal } = timer
    const tooLate = wait(ENDING_MS_MAX, true, { signal }).catch(() => false)
    const hangs = await Promise.race([this.#exited.then(() => false), tooLate])
    timer.abort()
    if (hangs) throw new Error(`the server has not ended ${ENDING_MS_MAX} ms after SIGTERM`)
    return this.#process.exitCode
  }

  async #readOutput(): Promise<string> {
    const { stdout, stderr } = this.#process
    if (stdout === null || stderr === null) throw new Error('the server has no output')
    createInterface({ input: stderr }).on('line', (line) => this.#keep(line))
    const lines = createInterface({ input: stdout })
    return new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        this.#keep(line)
        if (line.startsWith('{"event":"ready"')) resolve(endpointOf(line))
      })
      lines.on('close', () => {
        reject(new Error(`the server ended before it was ready:\n${this.output}`))
      })
    })
  }

  #keep(line: string): void {
    this.#output.push(line)
    if (this.#output.length > KEPT_OUTPUT_LINES) this.#output.shift()
  }
}

/** The caller's own settings must not reach the server under test. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('ROWHOUSE_')))

const endpointOf = (line: string): string => {
  const event: unknown = JSON.parse(line)
  const endpoint: unknown =
    typeof event === 'object' && event !== null ? Reflect.get(event, 'endpoint') : undefined
  if (typeof endpoint !== 'string') throw new Error(`no endpoint in ${line}`)
  return endpoint
}
