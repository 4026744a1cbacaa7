import { markdownTable } from '../../practices/markdown-table.js'
import { figure } from '../../report/text-table.js'
import type { QuestionFigures } from '../measure/ask-desk.js'
import type { SetupFigures } from '../measure/measure-setup.js'

export interface NamedFigures extends SetupFigures {
  readonly name: string
}

const milliseconds = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0)
const seconds = (value: number): string => `${value.toFixed(1)} s`
const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Each question with its median, its 95th percentile and the servers' processor time in every set-up. */
export function questionTable(setups: readonly NamedFigures[]): string {
  const names = setups[0]?.questions.map(({ name }) => name) ?? []
  const rows = names.map((name) => [
    name,
    ...setups.map(({ questions }) => questionCell(questions.find((one) => one.name === name))),
  ])
  return markdownTable(['p50 / p95 (processor), ms', ...setups.map(({ name }) => name)], rows)
}

function questionCell(figures: QuestionFigures | undefined): string {
  if (figures === undefined) return ''
  const { latency, cpuMs, asked, right, needsScanOf, wrong } = figures
  const cpu = cpuMs === undefined ? '' : ` (${milliseconds(cpuMs)})`
  const times = `${milliseconds(latency.p50Ms)} / ${milliseconds(latency.p95Ms)}${cpu}`
  const differ = wrong.length === 0 ? '' : `, **${wrong.length} wrong**`
  if (needsScanOf === undefined) return `${times}${differ}`
  const scan = `a scan of ${needsScanOf}`
  const without = asked - right - wrong.length
  return latency.count === 0
    ? `**${scan}**`
    : `${times}${differ}; **${without} of ${asked} need ${scan}**`
}

type Criterion = readonly [title: string, cell: (setup: NamedFigures) => string]

/** What the manual compares such set-ups by, as this run found it. */
const CRITERIA: readonly Criterion[] = [
  ['steps of set-up', ({ steps }) => String(steps.length)],
  ['processes', ({ processes }) => `${processes.length}: ${processNames(processes)}`],
  ['resident memory, MB', ({ processes }) => whole(sum(processes.map(({ rssMb }) => rssMb)))],
  ['disk, MB', ({ diskMb }) => whole(diskMb)],
  ['acknowledged, orders/s', ({ load }) => whole(load.acknowledgedPerSecond)],
  ['in every copy, orders/s', ({ load }) => whole(load.settledPerSecond)],
  ['answers as the generator has them', ({ questions }) => answersCell(questions)],
  ['history searchable', ({ questions }) => historyCell(questions)],
  ['growth in rows', growthCell],
  ['growth in columns', columnCell],
  ['killed and started again', ({ drift }) => drift.of],
  ['orders that the copy lacked meanwhile', ({ drift }) => lackedCell(drift)],
  ['and in the end', ({ drift }) => `${drift.missingInTheEnd} of ${drift.written}`],
  ['until it had them', ({ drift }) => seconds(drift.secondsToRecover)],
]

export const criteriaTable = (setups: readonly NamedFigures[]): string =>
  markdownTable(
    ['', ...setups.map(({ name }) => name)],
    CRITERIA.map(([title, cell]) => [title, ...setups.map(cell)]),
  )

/** What had to be done to have each set-up. */
export const stepsList = (setups: readonly NamedFigures[]): string =>
  setups.map(({ name, steps }) => `- ${name}: ${steps.join('; ')}`).join('\n')

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

const processNames = (processes: SetupFigures['processes']): string =>
  processes.map(({ name, rssMb }) => `${name} ${whole(rssMb)}`).join(', ')

const answersCell = (questions: readonly QuestionFigures[]): string =>
  `${whole(sum(questions.map(({ right }) => right)))} of ${whole(sum(questions.map(({ asked }) => asked)))}`

function historyCell(questions: readonly QuestionFigures[]): string {
  const scans = questions.filter(({ needsScanOf }) => needsScanOf !== undefined)
  return scans.length === 0
    ? 'yes'
    : `**no: ${scans.length} of ${questions.length} questions need a scan of it**`
}

function growthCell({ growth: { what, movedRows, seconds: taken } }: NamedFigures): string {
  if (movedRows === undefined || taken === undefined) return what
  return `${what}: ${whole(movedRows)} rows in ${seconds(taken)}`
}

function columnCell({ column: { seconds: taken, longestWriteMs, steps } }: NamedFigures): string {
  return `${steps.join(', ')}: ${figure(taken)} s, a write waited ${milliseconds(longestWriteMs)} ms at most`
}

const lackedCell = ({ missingWhileDown, written }: SetupFigures['drift']): string =>
  missingWhileDown === undefined ? 'none were taken' : `${missingWhileDown} of ${written}`
