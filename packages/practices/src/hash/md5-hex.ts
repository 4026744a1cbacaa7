import { outOfRange } from '@rowhouse/platform/invariant'

/** Of RFC 1321: how far each step of a round turns its sum. */
const TURNS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const

const STEPS = 64
const BLOCK_BYTES = 64
const LENGTH_BYTES = 8
const BITS = 32

const SINES: readonly number[] = Array.from({ length: STEPS }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** BITS),
)

type State = readonly [a: number, b: number, c: number, d: number]

const BEGIN: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]

/** The MD5 of a text, for where there is no hash of the system that answers at once: a browser. */
export function md5Hex(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text))
  let state = BEGIN
  for (let at = 0; at < words.byteLength; at += BLOCK_BYTES) state = afterBlock(state, words, at)
  const digest = new DataView(new ArrayBuffer(16))
  for (const [place, word] of state.entries()) digest.setUint32(place * 4, word, true)
  const bytes = new Uint8Array(digest.buffer)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes, a one, noughts to the end of a block, and the number of bits. */
function paddedWords(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES)
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setBigUint64(padded.length - LENGTH_BYTES, BigInt(bytes.length) * 8n, true)
  return words
}

function afterBlock(before: State, words: DataView, at: number): State {
  let [a, b, c, d] = before
  for (let step = 0; step < STEPS; step += 1) {
    const [mixed, word] = mixedWord(step, b, c, d)
    const sum =
      (a + mixed + (SINES[step] ?? outOfRange()) + words.getUint32(at + word * 4, true)) >>> 0
    const turn = TURNS[step >> 4]?.[step & 3] ?? outOfRange()
    const turned = (sum << turn) | (sum >>> (BITS - turn))
    ;[a, d, c, b] = [d, c, b, (b + turned) >>> 0]
  }
  return [before[0] + a, before[1] + b, before[2] + c, before[3] + d]
}

/** What a step mixes of the state, and which of the block's 16 words it adds. */
function mixedWord(
  step: number,
  b: number,
  c: number,
  d: number,
): readonly [mixed: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step]
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16]
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16]
  return [c ^ (b | ~d), (7 * step) % 16]
}
