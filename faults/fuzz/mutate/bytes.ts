import type { Choices } from '../random.js'

const oddBytes = [0x00, 0x01, 0x7f, 0x80, 0xff]

/** Changes bytes without regard to their meaning. `other` is another request's body. */
export function mutateBytes(bytes: Buffer, other: Buffer, random: Choices): Buffer {
  let mutated = bytes
  for (let changes = random.once(3) ? 4 : 1; changes > 0; changes--) {
    mutated = changeOnce(mutated, other, random)
  }
  return mutated
}

function changeOnce(bytes: Buffer, other: Buffer, random: Choices): Buffer {
  const at = random.below(bytes.length + 1)
  const end = Math.min(bytes.length, at + 1 + random.length(64))
  const before = bytes.subarray(0, at)
  const chunk = bytes.subarray(at, end)
  const after = bytes.subarray(end)
  switch (random.below(9)) {
    case 0:
      return flipped(bytes, at, random)
    case 1:
      return Buffer.concat([before, after])
    case 2:
      return bytes.subarray(0, at)
    case 3:
      return Buffer.concat([before, random.bytes(random.length(64)), bytes.subarray(at)])
    case 4:
      return Buffer.concat([before, ...repeated(chunk, 1 + random.length(40)), bytes.subarray(at)])
    case 5:
      return swapped(bytes, at, end, random)
    case 6:
      return Buffer.concat([before, other.subarray(random.below(other.length + 1))])
    case 7:
      return Buffer.concat([before, Buffer.from(chunk).fill(random.pick(oddBytes)), after])
    default:
      return Buffer.concat([before, random.bytes(chunk.length), after])
  }
}

function flipped(bytes: Buffer, at: number, random: Choices): Buffer {
  const copy = Buffer.from(bytes)
  const byte = copy[at]
  if (byte !== undefined) copy[at] = byte ^ (1 << random.below(8))
  return copy
}

const repeated = (chunk: Buffer, times: number): Buffer[] =>
  Array.from({ length: times }, () => chunk)

/** Exchanges two pieces. */
function swapped(bytes: Buffer, at: number, end: number, random: Choices): Buffer {
  const from = end + random.below(bytes.length - end)
  const to = Math.min(bytes.length, from + (end - at))
  return Buffer.concat([
    bytes.subarray(0, at),
    bytes.subarray(from, to),
    bytes.subarray(end, from),
    bytes.subarray(at, end),
    bytes.subarray(to),
  ])
}
