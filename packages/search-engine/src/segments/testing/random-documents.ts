import type { Document, FieldValue, LevelDocument } from '../../documents/document.js'
import type { RowFacts } from '../../documents/row-facts.js'
import type { FieldLayout, IndexLayout, LevelLayout } from '../../schema/index-layout.js'
import type { RandomNumbers } from './random-numbers.js'

/** The distribution of the values of one run, so that runs use narrow and wide encodings. */
interface Spread {
  readonly long: () => bigint | number
  readonly words: number
  readonly missing: number
  readonly several: number
}

const WORDS = [
  'a',
  'ab',
  'abc',
  '',
  'zoo',
  '沈家',
  '\u{1f600}',
  '\ud800',
  'é',
  '\0',
  'x\0',
  'long',
] as const

export const randomDocuments = (
  random: RandomNumbers,
  layout: IndexLayout,
  count: number,
): Document[] => {
  const spread: Spread = {
    long: longsOf(random),
    words: 1 + random.below(200),
    missing: random.pick([0, 0, 0.2, 0.9]),
    several: random.pick([0, 0.1, 0.5]),
  }
  return Array.from({ length: count }, () => ({
    key: Buffer.from(`k${random.below(count * 4)}${random.chance(0.1) ? '\0'.repeat(40) : ''}`),
    level: randomLevelDocument(random, spread, layout.rows),
    expiresAt: random.chance(0.1) ? random.below(1e6) : undefined,
    ...(random.chance(0.1) ? {} : { facts: randomFacts(random) }),
  }))
}

const randomFacts = (random: RandomNumbers): RowFacts => ({
  fingerprint: { high: random.below(2 ** 32), low: random.below(2 ** 32) },
  misfits: ['b', 'a', 'é'].filter(() => random.chance(0.1)),
})

/** Each case leads to another encoding: 32 bits, 64 bits, a common divisor, all equal. */
const longsOf = (random: RandomNumbers): (() => bigint | number) => {
  const extremes = [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n] as const
  const safe = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, 5n] as const
  return random.pick<() => bigint | number>([
    () => random.below(10),
    () => -random.below(2 ** 31),
    () => random.below(2 ** 32),
    () => 1_700_000_000_000_000_000n + BigInt(random.below(1e9)) * 1_000_000_000n,
    () => random.below(2 ** 32) * 3 - 7e15,
    () => BigInt(random.below(2 ** 32)) * 5n - 2n ** 62n,
    () => random.pick<bigint>(extremes),
    () => random.pick<bigint | number>(safe),
    () => random.below(3) * 2 ** 32,
    () => 42,
  ])
}

const word = (random: RandomNumbers, { words }: Spread): string =>
  random.chance(0.2) ? random.pick(WORDS) : `w${random.below(1 + random.below(words))}`

const randomLevelDocument = (
  random: RandomNumbers,
  spread: Spread,
  level: LevelLayout,
): LevelDocument => ({
  values: level.fields.map((field) => {
    if (random.chance(spread.missing)) return random.chance(0.5) ? undefined : []
    const count = field.type !== 'VECTOR' && random.chance(spread.several) ? random.below(4) : 1
    return Array.from({ length: count }, () => randomValue(random, spread, field))
  }),
  children: level.children.map((child) =>
    Array.from({ length: random.chance(0.4) ? 0 : random.below(4) }, () =>
      randomLevelDocument(random, spread, child),
    ),
  ),
})

const randomValue = (random: RandomNumbers, spread: Spread, field: FieldLayout): FieldValue => {
  switch (field.type) {
    case 'LONG':
    case 'DATE':
      return spread.long()
    case 'DOUBLE':
      return random.pick([0, -0, 1.5, -1e300, 5e-324, random.below(100), random.below(9) / 7])
    case 'BOOLEAN':
      return random.below(2)
    case 'KEYWORD':
    case 'FUZZY_KEYWORD':
      return word(random, spread)
    case 'TEXT':
      return Array.from({ length: random.below(8) }, () => word(random, spread)).join(' ')
    case 'IP':
      return Uint8Array.from({ length: 16 }, (_, index) => (index < 14 ? 0 : random.below(4)))
    case 'GEO_POINT':
      return { lat: random.below(181) - 90, lon: random.below(361) - 180 }
    case 'VECTOR':
      return Float32Array.from({ length: 3 }, () => random.below(100) / 8)
  }
}
