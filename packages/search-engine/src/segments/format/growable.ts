import { outOfRange } from '@rowhouse/platform'

/** Arrays that double when they are full, without an object per value. */

const FIRST_CAPACITY = 64

type Numbers = Uint8Array | Uint32Array | Float64Array | BigInt64Array

const capacityFor = (old: number, needed: number): number =>
  Math.max(FIRST_CAPACITY, needed, old * 2)

const moved = <T extends Numbers>(from: Numbers, to: T, copy: (to: T) => void): T => {
  if (from.length > 0) copy(to)
  return to
}

export class GrowableUint32 {
  values = new Uint32Array(0)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1)
    this.values[this.length++] = value
  }

  /** Makes room for more values; new ones are zero. */
  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.values.length) return
    const old = this.values
    const grown = new Uint32Array(capacityFor(old.length, needed))
    this.values = moved(old, grown, (to) => to.set(old))
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length)
  }
}

export class GrowableFloat64 {
  values = new Float64Array(0)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const old = this.values
      const grown = new Float64Array(capacityFor(old.length, this.length + 1))
      this.values = moved(old, grown, (to) => to.set(old))
    }
    this.values[this.length++] = value
  }

  view(): Float64Array {
    return this.values.subarray(0, this.length)
  }
}

export class GrowableInt64 {
  values = new BigInt64Array(0)
  length = 0

  push(value: bigint): void {
    if (this.length === this.values.length) {
      const old = this.values
      const grown = new BigInt64Array(capacityFor(old.length, this.length + 1))
      this.values = moved(old, grown, (to) => to.set(old))
    }
    this.values[this.length++] = value
  }

  view(): BigInt64Array {
    return this.values.subarray(0, this.length)
  }
}

export class GrowableBytes {
  values = new Uint8Array(0)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1)
    this.values[this.length++] = value
  }

  pushVarint(value: number): void {
    this.reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.values[this.length++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.values[this.length++] = rest
  }

  append(source: Uint8Array, from: number, to: number): void {
    const count = to - from
    this.reserve(count)
    if (count < 32) {
      for (let index = 0; index < count; index++)
        this.values[this.length + index] = source[from + index] ?? outOfRange()
    } else this.values.set(source.subarray(from, to), this.length)
    this.length += count
  }

  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.values.length) return
    const old = this.values
    const grown = new Uint8Array(capacityFor(old.length, needed))
    this.values = moved(old, grown, (to) => to.set(old))
  }

  view(): Uint8Array {
    return this.values.subarray(0, this.length)
  }
}
