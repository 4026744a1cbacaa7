import { expectDefined } from '@rowhouse/platform'

/** Many bodies in few pieces: small ones side by side in one buffer, large ones handed over whole. */
export interface BodyPack {
  readonly small: Uint8Array
  /** The body of each message: a range of `small`, or a large one by its number. */
  readonly places: readonly number[]
  readonly large: readonly Uint8Array[]
}

/** From here on handing over costs less than copying. */
const LARGE_BYTES_MIN = 32_768

export interface PackedBodies {
  readonly pack: BodyPack
  readonly transfer: ArrayBuffer[]
}

/**
 * Large bodies are given away: they are the only user of their memory, and nobody looks at them again.
 * `places` holds a length for a small body, and for a large one -1 minus its number.
 */
export function packBodies(bodies: readonly Buffer[]): PackedBodies {
  const large: Uint8Array[] = []
  const transfer: ArrayBuffer[] = []
  const places: number[] = []
  let bytes = 0
  for (const body of bodies) {
    const owned = body.length >= LARGE_BYTES_MIN ? ownMemory(body) : undefined
    if (owned === undefined) {
      places.push(body.length)
      bytes += body.length
      continue
    }
    places.push(-1 - large.length)
    large.push(body)
    transfer.push(owned)
  }
  const small = new Uint8Array(bytes)
  let at = 0
  for (const [index, body] of bodies.entries()) {
    if (expectDefined(places[index], 'every body has a place') < 0) continue
    small.set(body, at)
    at += body.length
  }
  transfer.push(small.buffer)
  return { pack: { small, places, large }, transfer }
}

/** The memory behind a buffer when most of it is the buffer's, so that it is no pool of several. */
function ownMemory(body: Buffer): ArrayBuffer | undefined {
  const { buffer } = body
  const isMostly = buffer.byteLength <= 2 * body.length
  return isMostly && buffer instanceof ArrayBuffer ? buffer : undefined
}

/** The bodies in their order; small ones share memory. */
export function unpackBodies(pack: BodyPack): Buffer[] {
  let at = pack.small.byteOffset
  return pack.places.map((place) => {
    if (place < 0) return asBuffer(expectDefined(pack.large[-1 - place], 'a large body is there'))
    const body = Buffer.from(pack.small.buffer, at, place)
    at += place
    return body
  })
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
