import { type Hash, outOfRange } from '@rowhouse/platform'
import { searchEngineLimits } from '../limits.js'

/**
 * Counts distinct hashes: exactly as long as they are few, by remembering them; then with HyperLogLog,
 * whose 16,384 registers are wrong by 0.8 % on average (the service promises exact counts below 10,000
 * and 2 % at a hundred million).
 */
export interface DistinctSketch {
  /** High and low halves of the hashes seen, open addressing; empty once there are registers. */
  table: Uint32Array
  /** Of the table. */
  count: number
  /** The hash 0 cannot stand in a table whose empty slots are 0. */
  hasZero: boolean
  registers: Uint8Array | undefined
}

const REGISTER_BITS = 14
const REGISTERS = 2 ** REGISTER_BITS
/** Bits of a hash behind those that choose the register. */
const RANK_BITS = 64 - REGISTER_BITS
const FIRST_SLOTS = 8
/** Of its objects. */
const SKETCH_BYTES = 200

export const createDistinctSketch = (): DistinctSketch => ({
  table: new Uint32Array(FIRST_SLOTS * 2),
  count: 0,
  hasZero: false,
  registers: undefined,
})

export const addDistinct = (sketch: DistinctSketch, { high, low }: Hash): void => {
  if (sketch.registers !== undefined) setRegister(sketch.registers, high, low)
  else if (high === 0 && low === 0) sketch.hasZero = true
  else if (insert(sketch.table, high, low)) {
    sketch.count++
    if (sketch.count > searchEngineLimits.SEARCH_EXACT_DISTINCT_MAX) toRegisters(sketch)
    else if (sketch.count * 4 > sketch.table.length) grow(sketch)
  }
}

/** About the memory that it takes. */
export const distinctBytes = ({ table, registers }: DistinctSketch): number =>
  SKETCH_BYTES + table.byteLength + (registers === undefined ? 0 : REGISTERS)

/** Adds the hashes of another sketch. */
export const mergeDistinct = (sketch: DistinctSketch, other: DistinctSketch): void => {
  if (other.registers === undefined) {
    eachHash(other, (hash) => addDistinct(sketch, hash))
    return
  }
  mergeRegisters(sketch, other.registers)
}

/** The words of a packed sketch: its kind, and then hashes, as two halves each, or registers. */
const HASHES = 0
const KIND_BYTES = 4

/** A sketch as bytes, to be merged with others. */
export const packDistinct = (sketch: DistinctSketch): Uint8Array => {
  const { registers } = sketch
  if (registers !== undefined) {
    const packed = new Uint8Array(KIND_BYTES + REGISTERS)
    packed[0] = HASHES + 1
    packed.set(registers, KIND_BYTES)
    return packed
  }
  const words = [HASHES]
  eachHash(sketch, ({ high, low }) => void words.push(high, low))
  return new Uint8Array(Uint32Array.from(words).buffer)
}

/** Adds the hashes of a packed sketch. */
export const mergePackedDistinct = (sketch: DistinctSketch, packed: Uint8Array): void => {
  const words = new Uint32Array(packed.buffer, packed.byteOffset, packed.byteLength / 4)
  if (words[0] !== HASHES) {
    mergeRegisters(sketch, packed.subarray(KIND_BYTES))
    return
  }
  const hash = { high: 0, low: 0 }
  for (let at = 1; at < words.length; at += 2) {
    hash.high = words[at] ?? outOfRange()
    hash.low = words[at + 1] ?? outOfRange()
    addDistinct(sketch, hash)
  }
}

export const distinctCount = ({ registers, count, hasZero }: DistinctSketch): number =>
  registers === undefined ? count + (hasZero ? 1 : 0) : Math.round(estimate(registers))

/** False if it is there already. */
const insert = (table: Uint32Array, high: number, low: number): boolean => {
  const mask = table.length / 2 - 1
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const slotHigh = table[slot * 2] ?? outOfRange()
    const slotLow = table[slot * 2 + 1] ?? outOfRange()
    if (slotHigh === high && slotLow === low) return false
    if (slotHigh === 0 && slotLow === 0) {
      table[slot * 2] = high
      table[slot * 2 + 1] = low
      return true
    }
  }
}

const grow = (sketch: DistinctSketch): void => {
  const table = new Uint32Array(sketch.table.length * 2)
  eachHash(sketch, ({ high, low }) => void insert(table, high, low))
  sketch.table = table
}

const eachHash = ({ table, hasZero }: DistinctSketch, onHash: (hash: Hash) => void): void => {
  const hash = { high: 0, low: 0 }
  if (hasZero) onHash(hash)
  for (let at = 0; at < table.length; at += 2) {
    hash.high = table[at] ?? outOfRange()
    hash.low = table[at + 1] ?? outOfRange()
    if (hash.high !== 0 || hash.low !== 0) onHash(hash)
  }
}

const toRegisters = (sketch: DistinctSketch): Uint8Array => {
  const registers = new Uint8Array(REGISTERS)
  eachHash(sketch, ({ high, low }) => setRegister(registers, high, low))
  sketch.registers = registers
  sketch.table = new Uint32Array(0)
  sketch.count = 0
  return registers
}

const mergeRegisters = (sketch: DistinctSketch, others: Uint8Array): void => {
  const registers = sketch.registers ?? toRegisters(sketch)
  for (let index = 0; index < REGISTERS; index++) {
    const rank = others[index] ?? outOfRange()
    if (rank > (registers[index] ?? outOfRange())) registers[index] = rank
  }
}

/** The register keeps the longest run of zeros that it has seen in front of a one. */
const setRegister = (registers: Uint8Array, high: number, low: number): void => {
  const register = high >>> (32 - REGISTER_BITS)
  const front = Math.clz32((high << REGISTER_BITS) >>> 0)
  const inHigh = 32 - REGISTER_BITS
  const zeros = front < inHigh ? front : inHigh + Math.clz32(low)
  if (zeros + 1 > (registers[register] ?? outOfRange())) registers[register] = zeros + 1
}

/**
 * Ertl's estimator ("New cardinality estimation algorithms for HyperLogLog sketches", 2017): it needs no
 * tables of measured errors and is right from nothing to the end of the hash.
 */
const estimate = (registers: Uint8Array): number => {
  const counts = new Float64Array(RANK_BITS + 2)
  for (const rank of registers) counts[rank] = (counts[rank] ?? outOfRange()) + 1
  let sum = REGISTERS * tau(1 - (counts[RANK_BITS + 1] ?? outOfRange()) / REGISTERS)
  for (let rank = RANK_BITS; rank >= 1; rank--) sum = 0.5 * (sum + (counts[rank] ?? outOfRange()))
  sum += REGISTERS * sigma((counts[0] ?? outOfRange()) / REGISTERS)
  return ((0.5 / Math.LN2) * REGISTERS * REGISTERS) / sum
}

const sigma = (share: number): number => {
  if (share === 1) return Number.POSITIVE_INFINITY
  let [power, factor, sum, before] = [share, 1, share, -1]
  while (sum !== before) {
    power *= power
    before = sum
    sum += power * factor
    factor *= 2
  }
  return sum
}

const tau = (share: number): number => {
  if (share === 0 || share === 1) return 0
  let [root, factor, sum, before] = [share, 1, 1 - share, -1]
  while (sum !== before) {
    root = Math.sqrt(root)
    before = sum
    factor *= 0.5
    sum -= (1 - root) ** 2 * factor
  }
  return sum / 3
}
