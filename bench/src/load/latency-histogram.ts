/** Buckets per power of two: a reported figure is at most 1/64 (1.6 %) above the measured one. */
const MANTISSA_BITS = 6
const BUCKETS_PER_OCTAVE = 1 << MANTISSA_BITS
/** 2^36 units of 0.1 µs are almost two hours. */
const MAX_EXPONENT = 36
const UNITS_PER_MS = 10_000

export interface LatencySummary {
  readonly count: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly maxMs: number
}

/** Counts latencies in logarithmic buckets, so that a record costs no memory and no allocation. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(BUCKETS_PER_OCTAVE * (MAX_EXPONENT - MANTISSA_BITS + 2))
  #count = 0
  #sumMs = 0
  #maxMs = 0

  record(latencyMs: number): void {
    const bucket = bucketOf(latencyMs * UNITS_PER_MS)
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#count += 1
    this.#sumMs += latencyMs
    if (latencyMs > this.#maxMs) this.#maxMs = latencyMs
  }

  summary(): LatencySummary {
    return {
      count: this.#count,
      meanMs: this.#count === 0 ? 0 : this.#sumMs / this.#count,
      p50Ms: this.#quantile(0.5),
      p90Ms: this.#quantile(0.9),
      p95Ms: this.#quantile(0.95),
      p99Ms: this.#quantile(0.99),
      p999Ms: this.#quantile(0.999),
      maxMs: this.#maxMs,
    }
  }

  #quantile(fraction: number): number {
    const wanted = Math.ceil(this.#count * fraction)
    let seen = 0
    for (let bucket = 0; bucket < this.#counts.length; bucket += 1) {
      seen += this.#counts[bucket] ?? 0
      if (seen >= wanted && seen > 0) {
        return Math.min(upperEdgeOf(bucket) / UNITS_PER_MS, this.#maxMs)
      }
    }
    return this.#maxMs
  }
}

/** The first two octaves hold one unit per bucket; from there each octave has the same number. */
function bucketOf(units: number): number {
  const whole = Math.max(0, Math.min(Math.floor(units), 2 ** MAX_EXPONENT - 1))
  if (whole < BUCKETS_PER_OCTAVE) return whole
  const exponent = Math.floor(Math.log2(whole))
  const shift = exponent - MANTISSA_BITS
  return shift * BUCKETS_PER_OCTAVE + Math.floor(whole / 2 ** shift)
}

function upperEdgeOf(bucket: number): number {
  if (bucket < BUCKETS_PER_OCTAVE) return bucket + 1
  const shift = Math.floor(bucket / BUCKETS_PER_OCTAVE) - 1
  return (bucket - shift * BUCKETS_PER_OCTAVE + 1) * 2 ** shift
}
