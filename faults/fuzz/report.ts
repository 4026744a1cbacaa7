import type { LoneScript } from './http/broken-http.js'
import type { FuzzCase } from './fuzz-case.js'
import type { FuzzOptions } from './options.js'

const SHOWN_MAX = 20
const HEX_MAX = 6000

/** The results of a run: requests by operation and layer, and failures. */
export class Report {
  readonly byOperation = new Map<string, { count: number; failed: number }>()
  readonly byLayer = new Map<string, number>()
  failed = 0
  readonly #repeat: string

  constructor({ seed, operations }: Pick<FuzzOptions, 'seed' | 'operations'>) {
    const chosen = operations.length === 0 ? '' : ` --operations ${operations.join(',')}`
    this.#repeat = `npm run fuzz -- --seed ${seed}${chosen} --only`
  }

  /** Each `known` operation has its own count, all others have one together. */
  count(request: FuzzCase, problem: string | undefined): void {
    const name = request.operation
    const counts = this.byOperation.get(name) ?? { count: 0, failed: 0 }
    counts.count += 1
    this.byOperation.set(name, counts)
    this.byLayer.set(request.layer, (this.byLayer.get(request.layer) ?? 0) + 1)
    if (problem === undefined) return
    counts.failed += 1
    this.failed += 1
    if (this.failed <= SHOWN_MAX) this.#show(request, problem)
  }

  #show(request: FuzzCase, problem: string): void {
    const { index, layer, operation, play } = request
    console.error(`\nFAILED ${operation} (${layer}): ${problem}`)
    console.error(`  again: ${this.#repeat} ${index}`)
    console.error(`  sent:  ${hexOf(play)}`)
  }
}

function hexOf(play: Buffer | LoneScript): string {
  if (Buffer.isBuffer(play)) return shortened(play.toString('hex'))
  const bytes = Buffer.concat([...play.pieces]).toString('hex')
  return `${play.title}, then ${play.ending}: ${shortened(bytes)}`
}

const shortened = (hex: string): string =>
  hex.length <= HEX_MAX ? hex : `${hex.slice(0, HEX_MAX)}… (${hex.length / 2} bytes)`
