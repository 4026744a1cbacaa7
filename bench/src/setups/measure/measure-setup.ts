import type { OrdersSample } from '@rowhouse/demos'
import { folderMb, memoryOf } from '../../report/process-figures.js'
import type { DeskQuestion } from '../questions/desk-trials.js'
import type { Growth, Setup } from '../setup.js'
import { type QuestionFigures, askDesk } from './ask-desk.js'
import { type LoadFigures, loadOrders, orderOf } from './load-orders.js'
import { type ColumnFigures, measureColumn } from './measure-column.js'
import { type DriftFigures, measureDrift } from './measure-drift.js'

const DRIFT_ORDERS = 1_000

export interface ProcessMemory {
  readonly name: string
  readonly rssMb: number
}

export interface SetupFigures {
  readonly steps: readonly string[]
  readonly load: LoadFigures
  readonly questions: readonly QuestionFigures[]
  readonly processes: readonly ProcessMemory[]
  readonly diskMb: number
  readonly drift: DriftFigures
  readonly column: ColumnFigures
  readonly growth: Growth
}

export interface MeasureOptions {
  readonly source: OrdersSample
  readonly questions: readonly DeskQuestion[]
  readonly scratch: string
  readonly tell: (text: string) => void
}

export async function measureSetup(
  setup: Setup,
  { source, questions, scratch, tell }: MeasureOptions,
): Promise<SetupFigures> {
  const load = await loadOrders(setup, source, tell)
  tell(`${Math.round(load.settledPerSecond)} orders/s`)
  const asked: QuestionFigures[] = []
  for (const question of questions) {
    const figures = await askDesk(setup, question)
    tell(`${figures.name}: p50 ${figures.latency.p50Ms.toFixed(1)} ms`)
    for (const parameters of figures.wrong) {
      console.log(`WRONG ${figures.name} ${JSON.stringify(parameters)}`)
    }
    asked.push(figures)
  }
  const processes = setup.processes().map(({ name, pid }) => ({ name, rssMb: memoryOf(pid).rssMb }))
  const diskMb = folderMb(scratch)
  const { rows } = source
  const later = Array.from({ length: DRIFT_ORDERS }, (_, at) => orderOf(source, rows + at))
  tell('drift')
  const drift = await measureDrift(setup, later)
  tell('a column')
  const column = await measureColumn(setup, (at) => orderOf(source, rows + DRIFT_ORDERS + at))
  await setup.settle()
  tell('growth')
  const growth = await setup.grow()
  const { steps } = setup
  return { steps, load, questions: asked, processes, diskMb, drift, column, growth }
}
