import type { PlainBufferRow } from '@rowhouse/protocol'
import { compileIndexLayout, createAnalyzerSource, createRowReader } from '@rowhouse/search-engine'
import type { NaiveIndex } from '@rowhouse/search-engine/testing'
import {
  type OracleTruth,
  OracleViolation,
  checkQuestion,
  rowName,
  shown,
} from './check-question.js'
import type { Copies, OracleCase, Phase, PhaseEvent } from './oracle-case.js'
import type { OracleQuestion } from './oracle-question.js'
import type { OracleWrite } from './oracle-rows.js'
import { plainQuestions } from './plain-questions.js'
import { OracleWorld, type WorldOptions } from './oracle-world.js'

export interface OracleFigures {
  questions: number
  /** The hits of all questions together. */
  hits: number
  rows: number
}

/** Runs a case, and throws an OracleViolation at the first wrong answer. */
export async function runOracleCase(
  { schema: given, copies, engine, phases }: OracleCase,
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
      await writePhase(world, phase, number === 0, copies)
      await askPhase(world, phase, liveRows, figures)
    }
    await world.settle()
    const { matchingRows, ...differences } = await world.verify()
    for (const [what, { count }] of Object.entries(differences)) {
      if (count === 0) continue
      const found = `${matchingRows} rows are right, ${count} ${what}`
      throw new OracleViolation(`the index is not its table: ${found}`)
    }
  })
}

async function writePhase(
  world: OracleWorld,
  { batches }: Phase,
  isFirst: boolean,
  copies: Copies,
): Promise<void> {
  // In the first phase half of the rows are written before the index is created.
  const early = isFirst ? Math.floor(batches.length / 2) : -1
  for (const [at, { writes, settles }] of batches.entries()) {
    if (at === early) await world.createIndex()
    for (const write of writes) {
      for (const copy of copiesOf(write, copies)) await world.table.write(copy)
    }
    if (settles && at >= early) await world.settle()
  }
  if (isFirst && batches.length === 0) await world.createIndex()
}

/** Updates and deletes affect one of the copies. */
function copiesOf(write: OracleWrite, { count, keys }: Copies): readonly OracleWrite[] {
  const { kind, key, removed } = write
  const copy = (number: number): OracleWrite => ({ ...write, key: key + number * keys })
  if (kind === 'put') return Array.from({ length: count }, (_, number) => copy(number))
  return [copy((key + removed.length) % count)]
}

async function askPhase(
  world: OracleWorld,
  phase: Phase,
  liveRows: () => Promise<OracleTruth>,
  figures: OracleFigures,
): Promise<void> {
  world.clock.advance(phase.passedMs)
  await happen(world, phase.event)
  await world.settle()
  const truth = await liveRows()
  for (const question of [...phase.questions, ...plainQuestions(truth.index.layout)]) {
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

/** The index forgets rows before the table does. All cells of a row have the same time then. */
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
