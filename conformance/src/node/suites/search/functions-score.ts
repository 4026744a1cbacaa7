import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { matchAll, query, type SdkQuery } from '../../search-shapes.js'
import { exists, range, term } from './query-builders.js'
import { finds, refuses, scored, scores } from './finding.js'
import { sharedIndex } from './fixture.js'
import { colours } from './scores.js'
import { span } from './aggregating.js'

const score = testsOf('Scores')
const queries = testsOf('Queries')

const MODES = { AVG: 1, MAX: 2, SUM: 3, MIN: 4, MULTIPLY: 5, FIRST: 6 } as const
const COMBINE = { MULTIPLY: 1, AVG: 2, MAX: 3, SUM: 4, MIN: 5, REPLACE: 6 } as const
const MATH = { GAUSS: 1, EXP: 2, LINEAR: 3 } as const
const PARAMETERS = { DATE: 1, NUMERIC: 2, GEO: 3 } as const

type Members = Readonly<Record<string, unknown>>

interface Functions {
  readonly functions: readonly Members[]
  readonly of?: SdkQuery
  readonly mode?: keyof typeof MODES
  readonly combine?: keyof typeof COMBINE
  readonly min?: number
  readonly max?: number
}

const functionsScore = ({ functions, of, mode, combine, min, max }: Functions): SdkQuery =>
  query('FUNCTIONS_SCORE', {
    query: of ?? exists('n'),
    functions,
    scoreMode: MODES[mode ?? 'SUM'],
    combineMode: COMBINE[combine ?? 'REPLACE'],
    ...(min !== undefined && { minScore: min }),
    ...(max !== undefined && { maxScore: max }),
  })

const value = (modifier: number, factor = 1, more: Members = {}): Members => ({
  fieldValueFactorFunction: { fieldName: 'n', factor, modifier, ...more },
})

const NONE = 1
const SQUARE = 8

/** Expects a function to map the numbers 1, 2, 4 and 8 to these scores, in any order. */
const valuesOf = async (
  t: Testing,
  wanted: Readonly<Record<string, number>>,
  ...functions: readonly Members[]
): Promise<void> => {
  const best = Object.entries(wanted).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const asked = functionsScore({ functions })
  await scores(t, await sharedIndex(t, colours), asked, Object.fromEntries(best))
}

const ofNumbers = (apply: (n: number) => number): Record<string, number> => ({
  p: apply(1),
  q: apply(2),
  r: apply(4),
  s: apply(8),
})

interface Decay {
  readonly fieldName: string
  readonly math: keyof typeof MATH
  readonly kind: keyof typeof PARAMETERS
  readonly parameter: Members
  readonly decay?: number
  readonly multiValueMode?: number
}

const decay = ({
  fieldName,
  math,
  kind,
  parameter,
  decay: at,
  multiValueMode,
}: Decay): Members => ({
  decayFunction: {
    fieldName,
    mathFunction: MATH[math],
    decayParamType: PARAMETERS[kind],
    decayParam: parameter,
    decay: at ?? 0.5,
    multiValueMode: multiValueMode ?? 2,
  },
})

const numeric = (origin: number, scale: number, offset = 0): Members => ({ origin, scale, offset })

export const functionsScoreTests = [
  score('functions of fields', 'with every modifier', async (t) => {
    const modifiers: readonly ((n: number) => number)[] = [
      (n) => n,
      (n) => Math.log10(n),
      (n) => Math.log10(n + 1),
      (n) => Math.log10(n + 2),
      (n) => Math.log(n),
      (n) => Math.log(n + 1),
      (n) => Math.log(n + 2),
      (n) => n * n,
      (n) => Math.sqrt(n),
      (n) => 1 / n,
    ]
    for (const [i, modify] of modifiers.entries()) {
      await valuesOf(
        t,
        ofNumbers((n) => modify(3 * n)),
        value(i + 1, 3),
      )
    }
  }),

  score('functions of fields', 'missing', async (t) => {
    const where = await sharedIndex(t, colours)
    const functions = [value(NONE, 1, { missing: 3 })]
    const wanted = { s: 8, r: 4, u: 3, q: 2, p: 1 }
    await scores(t, where, functionsScore({ of: matchAll, functions }), wanted)
  }),

  score('functions of distances', 'linear', async (t) => {
    const line = (parameter: Members) =>
      decay({ fieldName: 'n', math: 'LINEAR', kind: 'NUMERIC', parameter })
    // s = scale / (1 - decay) = 20
    await valuesOf(
      t,
      ofNumbers((n) => (20 - n) / 20),
      line({ origin: 0, scale: 10 }),
    )
    await valuesOf(t, { p: 1, q: 1, r: 0.9, s: 0.7 }, line(numeric(0, 10, 2)))
    // s = 4: the score is 0 beyond it
    await valuesOf(t, { p: 0.75, q: 0.5, r: 0, s: 0 }, line(numeric(0, 2)))
  }),

  score('functions of distances', 'exponential and Gaussian', async (t) => {
    const of = (math: 'EXP' | 'GAUSS') =>
      decay({ fieldName: 'n', math, kind: 'NUMERIC', parameter: numeric(0, 4), decay: 0.3 })
    await valuesOf(
      t,
      ofNumbers((n) => 0.3 ** (n / 4)),
      of('EXP'),
    )
    await valuesOf(
      t,
      ofNumbers((n) => 0.3 ** ((n / 4) ** 2)),
      of('GAUSS'),
    )
  }),

  score('functions of distances', 'dates, by text and by nanoseconds', async (t) => {
    const scale = span({ value: 1, unit: 'DAY' })
    const offset = span({ value: 24, unit: 'HOUR' })
    const of = (origin: Members) =>
      decay({ fieldName: 'day', math: 'EXP', kind: 'DATE', parameter: { ...origin, scale } })
    // The dates are 0, 1, 2 and 4 days after the first.
    const wanted = { p: 1, q: 1 / 2, r: 1 / 4, s: 1 / 16 }
    await valuesOf(t, wanted, of({ originString: '2024-01-01' }))
    const parameter = { originString: '2024-01-01', scale, offset }
    const later = { p: 1, q: 1, r: 1 / 2, s: 1 / 8 }
    await valuesOf(t, later, decay({ fieldName: 'day', math: 'EXP', kind: 'DATE', parameter }))
  }),

  score('functions of distances', 'places, in metres', async (t) => {
    const parameter = { origin: '0,0', scale: 111_195.08, offset: 0 }
    const wanted = { p: 1, q: 1 / 2, r: 1 / 4, s: 1 / 16 }
    const asked = decay({ fieldName: 'place', math: 'EXP', kind: 'GEO', parameter })
    await valuesOf(t, wanted, asked)
  }),

  score('functions of distances', 'arrays, by one of their values, and rows without', async (t) => {
    const where = await sharedIndex(t, colours)
    const of = (multiValueMode: number) =>
      decay({
        fieldName: 'ns',
        math: 'EXP',
        kind: 'NUMERIC',
        parameter: numeric(0, 1),
        multiValueMode,
      })
    const only = (multiValueMode: number) =>
      functionsScore({ of: term('n', 1n), functions: [of(multiValueMode)] })
    // The maximum, the minimum, the sum and the average of the distances 1 and 5.
    for (const [i, distance] of [5, 1, 6, 3].entries()) {
      await scores(t, where, only(i + 1), { p: 0.5 ** distance })
    }
    const without = functionsScore({ of: term('n', 2n), functions: [of(2)] })
    await scores(t, where, without, { q: 1 })
  }),

  score('random functions', 'return every row in some order', async (t) => {
    const where = await sharedIndex(t, colours)
    const asked = functionsScore({ functions: [{ randomFunction: {} }] })
    const got = await scored(t, where, asked)
    assert.deepEqual(Object.keys(got).sort(), ['p', 'q', 'r', 's'])
    for (const random of Object.values(got)) assert.ok(random >= 0 && random <= 1)
  }),

  score('filters and weights of functions', 'apply to the rows that match', async (t) => {
    const where = await sharedIndex(t, colours)
    const functions = [{ filter: range('n', { from: 4n }), weight: 3 }]
    const weighed = functionsScore({ functions, combine: 'MULTIPLY' })
    await scores(t, where, weighed, { r: 3, s: 3, p: 1, q: 1 })
    await valuesOf(
      t,
      ofNumbers((n) => 5 * n),
      { ...value(NONE), weight: 5 },
    )
  }),

  score('score modes of functions', 'combine the scores of functions', async (t) => {
    const two = [value(NONE), value(SQUARE)]
    const modes = { AVG: 3, MAX: 4, SUM: 6, MIN: 2, MULTIPLY: 8, FIRST: 2 } as const
    const where = await sharedIndex(t, colours)
    for (const mode of ['AVG', 'MAX', 'SUM', 'MIN', 'MULTIPLY', 'FIRST'] as const) {
      const asked = functionsScore({ of: term('n', 2n), functions: two, mode })
      await scores(t, where, asked, { q: modes[mode] })
    }
  }),

  score('combine modes of functions', 'combine it with the score of the query', async (t) => {
    // The query scores 2, the function 6.
    const of = functionsScore({ of: term('n', 2n), functions: [value(NONE)] })
    const modes = { MULTIPLY: 12, AVG: 4, MAX: 6, SUM: 8, MIN: 2, REPLACE: 6 } as const
    const where = await sharedIndex(t, colours)
    for (const combine of ['MULTIPLY', 'AVG', 'MAX', 'SUM', 'MIN', 'REPLACE'] as const) {
      const asked = functionsScore({ of, functions: [value(NONE, 3)], combine })
      await scores(t, where, asked, { q: modes[combine] })
    }
  }),

  score(
    'combine modes of functions',
    'gives the results of the official clients’ tests',
    async (t) => {
      const where = await sharedIndex(t, colours)
      const origin = decay({
        fieldName: 'n',
        math: 'GAUSS',
        kind: 'NUMERIC',
        parameter: numeric(4, 1),
      })
      const sum = functionsScore({ of: matchAll, functions: [origin], combine: 'SUM', min: 1.99 })
      // The score of a row without the field decays to no less than 1.
      await scores(t, where, sum, { r: 2, u: 2 })
      const heavy = {
        of: matchAll,
        functions: [{ weight: 2 }],
        mode: 'MAX',
        combine: 'MAX',
      } as const
      await scores(t, where, functionsScore(heavy), { p: 2, q: 2, r: 2, s: 2, u: 2 })
    },
  ),

  score('bounds of functions', 'a maximum for functions, a minimum for rows', async (t) => {
    const where = await sharedIndex(t, colours)
    const capped = functionsScore({ functions: [value(NONE)], max: 3 })
    await scores(t, where, capped, { r: 3, s: 3, q: 2, p: 1 })
    const dropped = functionsScore({ functions: [value(NONE)], min: 3 })
    await scores(t, where, dropped, { s: 8, r: 4 })
    await finds(t, where, dropped, 'r s')
  }),

  queries('functions score', 'invalid requests are refused', async (t) => {
    const where = await sharedIndex(t, colours)
    const many = Array.from({ length: 4 }, () => value(NONE))
    await refuses(t, where, functionsScore({ functions: many }))
    await finds(t, where, functionsScore({ functions: many.slice(1) }), 'p q r s')
    const word = { fieldValueFactorFunction: { fieldName: 't', factor: 1, modifier: NONE } }
    await refuses(t, where, functionsScore({ functions: [word] }))
    const line = { fieldName: 'n', math: 'LINEAR', kind: 'NUMERIC' } as const
    for (const parameter of [numeric(0, 0), numeric(0, -1), numeric(0, 1, -1)]) {
      await refuses(t, where, functionsScore({ functions: [decay({ ...line, parameter })] }))
    }
    const month = { originString: '2024-01-01', scale: span({ value: 1, unit: 'MONTH' }) }
    const long = decay({ fieldName: 'day', math: 'EXP', kind: 'DATE', parameter: month })
    await refuses(t, where, functionsScore({ functions: [long] }))
    const place = decay({
      fieldName: 'place',
      math: 'EXP',
      kind: 'GEO',
      parameter: { origin: '91,0', scale: 1, offset: 0 },
    })
    await refuses(t, where, functionsScore({ functions: [place] }))
  }),
]
