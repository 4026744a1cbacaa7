import fc from 'fast-check'
import { compileIndexLayout } from '@rowhouse/search-engine'
import { type OracleQuestion, oracleQuestion } from './oracle-question.js'
import { type OracleWrite, oracleWrite } from './oracle-rows.js'
import { type OracleSchema, oracleSchema } from './oracle-schema.js'

/** All steps of one run, as determined by a seed. */
export interface OracleCase {
  readonly schema: OracleSchema
  readonly copies: Copies
  readonly engine: EngineChoice
  readonly phases: readonly Phase[]
}

/**
 * Each put writes `count` rows with the same columns, at this distance between their keys. Posting lists
 * become longer than a block that way, without as many random rows.
 */
export interface Copies {
  readonly count: number
  readonly keys: number
}

export interface EngineChoice {
  readonly files: 'memory' | 'disk'
  readonly memoryBytes: number
}

/** Rows change, then an event happens to the index, then questions are asked. */
export interface Phase {
  readonly batches: readonly Batch[]
  readonly event: PhaseEvent
  /** The time by which rows age meanwhile. */
  readonly passedMs: number
  readonly questions: readonly OracleQuestion[]
}

export interface Batch {
  readonly writes: readonly OracleWrite[]
  /** Whether its writes become a segment of their own. */
  readonly settles: boolean
}

export const PHASE_EVENTS = [
  'nothing',
  'commit',
  'restart',
  'crash',
  'rebuild',
  'commit and crash',
] as const
export type PhaseEvent = (typeof PHASE_EVENTS)[number]

const engine: fc.Arbitrary<EngineChoice> = fc.record({
  files: fc.constantFrom('memory', 'disk'),
  // Memory for nothing, for some sections of a segment, for some segments, or for everything.
  memoryBytes: fc.constantFrom(0, 10_000, 100_000, 1e9),
})

/** Most cases have each row once. */
const COPIES = [1, 1, 1, 1, 1, 1, 16, 64] as const
const ROWS_MAX = 800

function phase(keys: number, question: fc.Arbitrary<OracleQuestion>): fc.Arbitrary<Phase> {
  const batch = fc.record({
    writes: fc.array(oracleWrite(keys), { maxLength: Math.ceil(keys / 2), size: 'max' }),
    settles: fc.boolean(),
  })
  return fc.record({
    batches: fc.array(batch, { maxLength: 12, size: 'max' }),
    event: fc.constantFrom(...PHASE_EVENTS),
    passedMs: fc.integer({ min: 0, max: 100_000_000 }),
    questions: fc.array(question, { minLength: 1, maxLength: 8, size: 'max' }),
  })
}

export const oracleCase: fc.Arbitrary<OracleCase> = fc
  .tuple(oracleSchema, fc.constantFrom(6, 30, 30, 120), fc.constantFrom(...COPIES))
  .chain(([schema, keys, copies]) => {
    const question = oracleQuestion(compileIndexLayout(schema.index, []))
    return fc.record({
      schema: fc.constant(schema),
      copies: fc.constant({ count: Math.min(copies, Math.floor(ROWS_MAX / keys)), keys }),
      engine,
      phases: fc.array(phase(keys, question), { minLength: 1, maxLength: 4, size: 'max' }),
    })
  })
