import { canaryIn, readCanary, writeCanary } from './canary.js'
import type { Control } from './control.js'

/** More growth than this is a leak. */
export const MEMORY_GROWTH_MAX = 384 * 1024 * 1024

/** Watches the server meanwhile: it must answer, keep the canary row and stay within its memory. */
export class Health {
  readonly #control: Control
  readonly problems = new Set<string>()
  #memoryFirst = 0
  #memoryMost = 0
  #uncaught = 0
  #canary = ''

  constructor(control: Control) {
    this.#control = control
  }

  get memory(): { readonly first: number; readonly most: number } {
    return { first: this.#memoryFirst, most: this.#memoryMost }
  }

  async begin(): Promise<void> {
    const reply = await this.#control.request('PutRow', writeCanary())
    if (reply.status !== 200) throw new Error(`the canary cannot be written: ${reply.status}`)
    this.#canary = await this.#readCanary()
    if (this.#canary === '') throw new Error('the canary cannot be read')
    await this.look()
    this.#memoryFirst = this.#memoryMost
  }

  async look(): Promise<void> {
    for (const page of ['healthz', 'readyz']) await this.#control.page(page)
    if ((await this.#readCanary()) !== this.#canary) this.problems.add('the canary was changed')
    const metrics = await this.#control.page('metrics')
    this.#memoryMost = Math.max(this.#memoryMost, figure(metrics, 'process_resident_memory_bytes'))
    if (this.#memoryMost - this.#memoryFirst > MEMORY_GROWTH_MAX && this.#memoryFirst > 0) {
      this.problems.add('the memory grew without bound')
    }
    const uncaught = figure(metrics, 'rowhouse_uncaught_errors_total')
    if (uncaught > this.#uncaught) this.problems.add('the server met unforeseen errors')
    this.#uncaught = uncaught
  }

  async #readCanary(): Promise<string> {
    const reply = await this.#control.request('GetRow', readCanary())
    return reply.status === 200 ? canaryIn(reply.body) : `status ${reply.status}`
  }
}

function figure(metrics: string, name: string): number {
  const line = metrics.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  if (line === undefined) throw new Error(`no figure ${name}`)
  return Number(line.slice(name.length + 1))
}
