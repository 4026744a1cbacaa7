import { Worker } from 'node:worker_threads'
import type { Instance } from '../instances/instance.js'
import { LinkHost } from './link-host.js'
import type { DoorThreadSetup, FromDoor, ToDoor } from './link-messages.js'
import type { EngineGate } from './messages.js'
import type { TlsIdentity } from './tls-identity.js'

export interface DoorThreads {
  readonly port: number
  setInstances(instances: readonly Instance[]): void
  setTls(tls: TlsIdentity): void
  /** Refuses new connections, and resolves when every request in flight is answered. */
  drain(): Promise<void>
  /** Call it at the very end, because the threads share one socket (see shared-port.ts). */
  stop(): Promise<void>
}

export interface DoorThreadsOptions {
  readonly count: number
  readonly gate: EngineGate
  readonly setup: Omit<DoorThreadSetup, 'timeOrigin'>
  /** Called when a door has died, because the server cannot run without it. */
  readonly onFailure: (error: Error) => void
}

/** Starts the doors one after another: the first opens the port, the others share it. */
export async function startDoorThreads(options: DoorThreadsOptions): Promise<DoorThreads> {
  const first = await startThread(options, options.setup.listen)
  const others = await Promise.all(
    Array.from({ length: options.count - 1 }, () => startThread(options, { fd: first.fd })),
  ).catch(async (error: unknown) => {
    await first.worker.terminate()
    throw error
  })
  const threads = [first, ...others]
  return {
    port: first.port,
    setInstances: (instances) => {
      for (const thread of threads) send(thread.worker, { kind: 'instances', instances })
    },
    setTls: (tls) => {
      for (const thread of threads) send(thread.worker, { kind: 'tls', tls })
    },
    drain: async () => {
      await Promise.all(threads.map((thread) => drainThread(thread)))
    },
    // The other threads sleep until the process ends. If they ended now, each would close the same
    // descriptor again, which may belong to another file by then.
    stop: async () => {
      for (const thread of threads) thread.isStopping = true
      for (const thread of others) thread.worker.unref()
      await first.worker.terminate()
    },
  }
}

interface Thread {
  readonly worker: Worker
  readonly fd: number
  readonly port: number
  drained: () => void
  isStopping: boolean
}

function startThread(
  options: DoorThreadsOptions,
  listen: DoorThreadSetup['listen'],
): Promise<Thread> {
  const setup = { ...options.setup, listen, timeOrigin: performance.timeOrigin }
  const worker = new Worker(new URL('./door-thread.js', import.meta.url))
  send(worker, { kind: 'start', setup })
  const host = new LinkHost(options.gate, worker)
  return new Promise((resolve, reject) => {
    let thread: Thread | undefined
    const fail = (error: Error): void => {
      if (thread === undefined) {
        void worker.terminate()
        reject(error)
      } else if (!thread.isStopping) options.onFailure(error)
    }
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`a door thread ended with code ${code}`)))
    worker.on('message', (message: FromDoor) => {
      if (message.kind === 'listening') {
        const { fd, port } = message
        thread = { worker, fd, port, drained: () => {}, isStopping: false }
        resolve(thread)
      } else if (message.kind === 'failed') {
        fail(Object.assign(new Error(message.message), { code: message.code }))
      } else if (message.kind === 'drained') thread?.drained()
      else serve(options.gate, host, message)
    })
  })
}

function serve(
  gate: EngineGate,
  host: LinkHost,
  message: Extract<FromDoor, { readonly kind: 'calls' | 'page' | 'refusals' | 'gone' | 'over' }>,
): void {
  if (message.kind === 'calls') host.take(message)
  else if (message.kind === 'page') host.page(message.id, message.page)
  else if (message.kind === 'gone') host.gone(message.id)
  else if (message.kind === 'over') host.over(message.id)
  else for (const refusal of message.refusals) gate.refused(refusal)
}

function drainThread(thread: Thread): Promise<void> {
  return new Promise((resolve) => {
    thread.drained = resolve
    send(thread.worker, { kind: 'drain' })
  })
}

function send(worker: Worker, message: ToDoor): void {
  worker.postMessage(message)
}
