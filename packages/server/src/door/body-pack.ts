import { expectDefined } from '@rowhouse/platform'

/** Many bodies in few pieces: small ones together in one buffer, large ones transferred whole. */
export interface BodyPack {
  readonly small: Uint8Array
  /** The place of each body: a range of `small`, or the number of a large one. */
  readonly places: readonly number[]
  readonly large: readonly Uint8Array[]
}

/** From this size on, a transfer costs less than a copy. */
const LARGE_BYTES_MIN = 32_768

export interface PackedBodies {
  readonly pack: BodyPack
  readonly transfer: ArrayBuffer[]
}

/**
 * Large bodies are transferred: nobody else uses their memory, and the sender does not read them again.
 * `places` holds the length of a small body, and -1 minus the number of a large one.
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

/** The memory behind a buffer, if most of it is the buffer's own: then it is no pool that others share. */
function ownMemory(body: Buffer): ArrayBuffer | undefined {
  const { buffer } = body
  const isMostly = buffer.byteLength <= 2 * body.length
  return isMostly && buffer instanceof ArrayBuffer ? buffer : undefined
}

/** The bodies in their order. Small ones share memory. */
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
