import { BufferSource } from '../read/buffer-source.js'
import type { SectionSource } from '../read/section-source.js'

const PIECE_BYTES = 256

/** A segment in memory that returns only small pieces of its sections wherever that is allowed. */
export const piecewiseSource = (content: Uint8Array): SectionSource => {
  const whole = new BufferSource('piecewise', content)
  return {
    file: whole.file,
    bytes: whole.bytes,
    evictions: 0,
    onNextEviction: () => undefined,
    section: (name) => whole.section(name),
    parts: (name) => {
      const section = whole.section(name)
      if (section === undefined) return undefined
      return {
        length: section.length,
        pieceBytes: PIECE_BYTES,
        whole: () => undefined,
        ahead: () => undefined,
        together: () => new Map(),
        piece: (index) => section.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
      }
    },
  }
}
