import type { PlainBufferRow } from '@rowhouse/protocol'
import { createAnalyzerSource } from '../../engine/embedded/analyzer-source.js'
import { compileIndexLayout } from '../../schema/compile-index-layout.js'
import { createRowReader } from '../../schema/document-of-row.js'
import type { NaiveIndex } from '../naive-query.js'
import {
  type OracleTruth,
  OracleViolation,
  checkQuestion,
  rowName,
  shown,
} from './check-question.js'
import type { OracleCase, Phase, PhaseEvent } from './oracle-case.js'
import type { OracleQuestion } from './oracle-question.js'
import { OracleWorld, type WorldOptions } from './oracle-world.js'

export interface OracleFigures {
  questions: number
  /** Of all questions together. */
  hits: number
  rows: number
}

/** Does everything that a case says, and throws an OracleViolation at the first wrong answer. */
export async function runOracleCase(
  { schema: given, engine, phases }: OracleCase,
  options: WorldOptions,
  figures: OracleFigures,
): Promise<void> {
  const schema = options.threads > 0 ? { ...given, timeToLive: -1 } : given
  const layout = compileIndexLayout(schema.index, [])
  const analyzerOf = await createAnalyzerSource().analyzersOf(layout)
  const read = createRowReader(layout)
  await OracleWorld.with(schema, engine, options, async (world) => {
    const index: NaiveIndex = { layout, analyzerOf }
    const liveRows = async (): Promise<OracleTruth> => {
      const rows = (await world.table.rows()).filter((row) =>
        isAlive(row, schema.timeToLive, world.clock.now()),
      )
      figures.rows = Math.max(figures.rows, rows.length)
      return {
        index,
        cells: new Map(rows.map((row) => [rowName(row), row])),
        rows: rows.map((row, number) => {
          const columns = row.cells.flatMap(({ name, value }) =>
            value === undefined ? [] : [{ name, value }],
          )
          const key = rank(number)
          const { level } = read({ key, columns, expiresAt: undefined }, () => undefined)
          return { name: rowName(row), key, level }
        }),
      }
    }
    for (const [number, phase] of phases.entries()) {
      await runPhase(world, phase, number === 0, liveRows, figures)
    }
    await world.settle()
    const { missing, surplus, matchingRows } = await world.verify()
    if (missing.count + surplus.count > 0) {
      const what = `${matchingRows} right, ${missing.count} missing, ${surplus.count} surplus`
      throw new OracleViolation(`the index is not its table: ${what}`)
    }
  })
}

async function runPhase(
  world: OracleWorld,
  phase: Phase,
  isFirst: boolean,
  liveRows: () => Promise<OracleTruth>,
  figures: OracleFigures,
): Promise<void> {
  // Of the first phase, half of the rows are there before the index is.
  const early = isFirst ? Math.floor(phase.batches.length / 2) : -1
  for (const [at, { writes, settles }] of phase.batches.entries()) {
    if (at === early) await world.createIndex()
    for (const write of writes) await world.table.write(write)
    if (settles && at >= early) await world.settle()
  }
  if (isFirst && phase.batches.length === 0) await world.createIndex()
  world.clock.advance(phase.passedMs)
  await happen(world, phase.event)
  await world.settle()
  const truth = await liveRows()
  for (const question of phase.questions) {
    figures.hits += await check(world, question, truth)
    figures.questions++
  }
}

async function happen(world: OracleWorld, event: PhaseEvent): Promise<void> {
  switch (event) {
    case 'nothing':
      return
    case 'commit':
      await world.settle()
      return world.commit()
    case 'restart':
      return world.restart()
    case 'crash':
      return world.crash()
    case 'commit and crash':
      await world.settle()
      await world.commit()
      return world.crash()
    case 'rebuild':
      return world.rebuild()
  }
}

async function check(
  world: OracleWorld,
  question: OracleQuestion,
  truth: OracleTruth,
): Promise<number> {
  try {
    return await checkQuestion(world, question, truth)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new OracleViolation(`${message}\nasked: ${shown(question)}`, { cause: error })
  }
}

/** The index forgets rows before the table does; all cells of a row are of one time then. */
function isAlive(row: PlainBufferRow, timeToLive: number, now: number): boolean {
  const [cell] = row.cells
  if (timeToLive < 0 || cell?.timestamp === undefined) return true
  return Number(cell.timestamp) + timeToLive * 1000 > now
}

function rank(number: number): Buffer {
  const key = Buffer.alloc(4)
  key.writeUInt32BE(number)
  return key
}
