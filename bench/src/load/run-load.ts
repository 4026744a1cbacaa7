import { setTimeout as delay } from 'node:timers/promises'
import { Connection, type Endpoint } from './connection.js'
import { LatencyHistogram, type LatencySummary } from './latency-histogram.js'
import type { RequestSource } from './request-pool.js'

/** A longer timer would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Requests of one kind that run at the same time as the other streams of a load. */
export interface LoadStream {
  readonly name: string
  readonly requests: RequestSource
  readonly connections: number
  /** The rows that a 200 reply with a body of so many bytes returns or confirms. */
  readonly rowsOf: (bodyBytes: number) => number
  /** The warm-up lasts at least so many replies. */
  readonly warmUpRequests: number
  /** The pause between a reply and the next request of a connection; 0 for full speed. */
  readonly pauseMs: number
}

export interface StreamFigures {
  readonly name: string
  readonly connections: number
  readonly seconds: number
  readonly requestsPerSecond: number
  readonly rowsPerSecond: number
  readonly latency: LatencySummary
  /** All replies including the warm-up, on which the target's CPU time was spent. */
  readonly replies: number
  /** Replies by status, other than 200; not part of the throughput. */
  readonly errors: Readonly<Record<string, number>>
  /** The smallest and largest body of the 200 replies: equal work gives equal sizes. */
  readonly bodyBytes: { readonly min: number; readonly max: number }
  /** CPU seconds that the generator's process spent per second: near 1, it is the bottleneck. */
  readonly generatorCpu: number
}

export interface LoadTimes {
  readonly warmUpSeconds: number
  /** The timed phase ends after so many seconds, or when `stop` resolves. */
  readonly seconds: number
  readonly stop: Promise<void>
}

/** Runs all streams at once in closed loops: a warm-up first, then the timed phase. */
export async function runLoad(
  endpoint: Endpoint,
  streams: readonly LoadStream[],
  times: LoadTimes,
): Promise<StreamFigures[]> {
  const drivers = streams.map((stream) => new StreamDriver(stream))
  const failure = Promise.race(drivers.map((driver) => driver.failed))
  for (const driver of drivers) driver.start(endpoint)
  try {
    const stopTimer = new AbortController()
    await Promise.race([delay(times.warmUpSeconds * 1000), failure])
    await Promise.race([Promise.all(drivers.map((driver) => driver.warm)), failure])
    const startedAt = performance.now()
    const cpu = process.cpuUsage()
    for (const driver of drivers) driver.startRecording()
    const ms = Math.min(times.seconds * 1000, TIMER_MS_MAX)
    const timer = delay(ms, undefined, { signal: stopTimer.signal })
    await Promise.race([timer.catch(() => undefined), times.stop, failure])
    stopTimer.abort()
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const generatorCpu = (user + system) / 1e6 / seconds
    return drivers.map((driver) => driver.figures(seconds, generatorCpu))
  } finally {
    for (const driver of drivers) driver.close()
  }
}

class StreamDriver {
  readonly failed: Promise<never>
  /** Resolves after enough replies for the warm-up. */
  readonly warm: Promise<void>
  readonly #stream: LoadStream
  readonly #errors = new Map<number, number>()
  readonly #open: Connection[] = []
  readonly #histogram = new LatencyHistogram()
  #rows = 0
  #replies = 0
  #closed = false
  #bodyMin = Number.POSITIVE_INFINITY
  #bodyMax = 0
  #recordingSince = Number.POSITIVE_INFINITY
  #becomeWarm: () => void = () => undefined
  #fail: (reason: Error) => void = () => undefined

  constructor(stream: LoadStream) {
    this.#stream = stream
    this.warm = new Promise((resolve) => {
      this.#becomeWarm = resolve
    })
    this.failed = new Promise((_resolve, reject) => {
      this.#fail = reject
    })
  }

  start(endpoint: Endpoint): void {
    const events = {
      onReply: (connection: Connection) => this.#onReply(connection),
      onLost: (_connection: Connection, reason: Error) =>
        this.#fail(new Error(`${this.#stream.name}: ${reason.message}`)),
    }
    for (let i = 0; i < this.#stream.connections; i += 1) {
      const connection = new Connection(endpoint, false, events)
      this.#open.push(connection)
      connection.send(this.#stream.requests.next())
    }
  }

  startRecording(): void {
    this.#recordingSince = performance.now()
  }

  close(): void {
    this.#closed = true
    for (const connection of this.#open) connection.close()
  }

  figures(seconds: number, generatorCpu: number): StreamFigures {
    const { name, connections } = this.#stream
    const latency = this.#histogram.summary()
    return {
      name,
      connections,
      seconds,
      requestsPerSecond: latency.count / seconds,
      rowsPerSecond: this.#rows / seconds,
      latency,
      replies: this.#replies,
      errors: Object.fromEntries(this.#errors),
      bodyBytes: { min: latency.count === 0 ? 0 : this.#bodyMin, max: this.#bodyMax },
      generatorCpu,
    }
  }

  #sendNext(connection: Connection): void {
    if (!this.#closed) connection.send(this.#stream.requests.next())
  }

  #onReply(connection: Connection): void {
    const { sentAt, parser } = connection
    const now = performance.now()
    this.#replies += 1
    if (this.#replies >= this.#stream.warmUpRequests) this.#becomeWarm()
    if (this.#stream.pauseMs > 0) {
      setTimeout(() => this.#sendNext(connection), this.#stream.pauseMs)
    } else {
      this.#sendNext(connection)
    }
    // A request that began in the warm-up counts too: in a closed loop as many end as begin.
    if (now < this.#recordingSince) return
    if (parser.status !== 200) {
      this.#errors.set(parser.status, (this.#errors.get(parser.status) ?? 0) + 1)
      return
    }
    this.#histogram.record(now - sentAt)
    this.#rows += this.#stream.rowsOf(parser.bodyLength)
    if (parser.bodyLength < this.#bodyMin) this.#bodyMin = parser.bodyLength
    if (parser.bodyLength > this.#bodyMax) this.#bodyMax = parser.bodyLength
  }
}
