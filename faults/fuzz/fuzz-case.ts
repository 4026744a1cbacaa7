import { operationNames } from '@rowhouse/protocol'
import { attackOnCanary } from './canary.js'
import { servedOperations } from './check-body.js'
import { type Asked, anything, only } from './expectation.js'
import { bend, refuse } from './http/broken-headers.js'
import { type LoneScript, breakHttp } from './http/broken-http.js'
import { ACCESS_KEY_ID, type Envelope, type Signer, requestBytes } from './http/envelope.js'
import { oddTarget } from './http/odd-targets.js'
import { mutateBytes } from './mutate/bytes.js'
import { mutateMessage, mutateRows } from './mutate/mutate-tree.js'
import { Choices, seedOf } from './random.js'
import { pickOperation, seedFor } from './seeds/index.js'

/** One request of a run. */
export interface FuzzCase extends Asked {
  readonly index: number
  /** The layer of the request that was broken. */
  readonly layer: string
  /** The body that the server receives, to see what must be cleaned up afterwards. */
  readonly body: Buffer
  /** The whole request for a shared connection, or a script for its own connection. */
  readonly play: Buffer | LoneScript
}

type Made = Omit<FuzzCase, 'index' | 'layer'>
type Layer = (signer: Signer, random: Choices, pick: Pick) => Made
/** Chooses an operation that has seeds. */
type Pick = (random: Choices) => string

const names: readonly string[] = operationNames.map(({ name }) => name)

/** A correctly signed request with any body. */
function wellSigned(operation: string, body: Buffer, signer: Signer): Made {
  const envelope = signer.envelope(operation, body)
  const expected = servedOperations.includes(operation) ? anything : only('OTSParameterInvalid')
  return { operation, body, expected, signature: 'needed', play: requestBytes(envelope) }
}

function fromEnvelope(operation: string, envelope: Envelope, expected: Asked['expected']): Made {
  const isOurs = envelope.headers.get('x-ots-accesskeyid') === ACCESS_KEY_ID
  const isV4 = envelope.headers.has('x-ots-signaturev4')
  const signature = isV4 ? 'other' : isOurs ? 'needed' : 'possible'
  return { operation, body: envelope.body, expected, signature, play: requestBytes(envelope) }
}

/** A seed changed by `mutate`, which may take pieces of another seed. */
const mutated =
  (mutate: (body: Buffer, other: Buffer, random: Choices) => Buffer): Layer =>
  (signer, random, pick) => {
    const operation = pick(random)
    const other = seedFor(pickOperation(random), random)
    return wellSigned(operation, mutate(seedFor(operation, random), other, random), signer)
  }

const valid: Layer = (signer, random, pick) => {
  const operation = pick(random)
  return wellSigned(operation, seedFor(operation, random), signer)
}

/**
 * A valid body of another operation. DeleteTable is rare: it would drop the table that almost any body
 * names.
 */
const crossed: Layer = (signer, random) => {
  const operation = random.pick(servedOperations)
  const isDropped = operation === 'DeleteTable' && !random.once(10)
  const chosen = isDropped ? 'DescribeTable' : operation
  return wellSigned(chosen, seedFor(pickOperation(random), random), signer)
}

const randomBytes: Layer = (signer, random) =>
  wellSigned(random.pick(names), random.bytes(random.length(3000)), signer)

const refusedHead: Layer = (signer, random) => {
  const { operation, body } = attackOnCanary(random)
  const { envelope, expected } = refuse(operation, body, signer, random)
  return fromEnvelope(operation, envelope, expected)
}

const bentHead: Layer = (signer, random, pick) => {
  const operation = pick(random)
  const { envelope, expected } = bend(operation, seedFor(operation, random), signer, random)
  return fromEnvelope(operation, envelope, expected)
}

const name: Layer = (signer, random) => {
  const seed = seedFor(pickOperation(random), random)
  if (random.once(2)) return wellSigned(random.pick(names), seed, signer)
  const { method, target, operation, expected } = oddTarget(random)
  const envelope = { ...signer.envelope(operation, seed), method, target }
  return { ...fromEnvelope(operation, envelope, expected), body: seed }
}

const http: Layer = (signer, random, pick) => {
  const operation = pick(random)
  const body = seedFor(operation, random)
  const play = breakHttp(signer.envelope(operation, body), random)
  return { operation, body, expected: anything, signature: 'possible', play }
}

/** The share of each layer in percent. */
const layers: readonly (readonly [name: string, weight: number, layer: Layer])[] = [
  ['valid', 5, valid],
  ['bytes', 14, mutated(mutateBytes)],
  ['message', 27, mutated(mutateMessage)],
  ['rows', 32, mutated(mutateRows)],
  ['crossed', 3, crossed],
  ['random bytes', 4, randomBytes],
  ['refused headers', 6, refusedHead],
  ['odd headers', 4, bentHead],
  ['names', 4, name],
  ['HTTP', 1, http],
]

export const layerNames: readonly string[] = layers.map(([title]) => title)

/**
 * Makes request number `index` of a run, always the same one except for its date. Seeds are of the given
 * operations, or of all.
 */
export function makeCase(
  runSeed: number,
  index: number,
  signer: Signer,
  operations: readonly string[] = [],
): FuzzCase {
  const pick: Pick = operations.length === 0 ? pickOperation : (choices) => choices.pick(operations)
  const random = new Choices(seedOf(runSeed, index))
  let left = random.below(100)
  for (const [layer, weight, make] of layers) {
    left -= weight
    if (left < 0) return { index, layer, ...make(signer, random, pick) }
  }
  throw new RangeError('the weights of the layers do not add up to a hundred')
}
