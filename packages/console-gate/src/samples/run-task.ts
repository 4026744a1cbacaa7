import type { Client } from '@rowhouse/client'
import {
  type HoldPartitions,
  KEY_DESIGNS,
  type KeyOutcome,
  type Lab,
  QUICK,
  changeField,
  chooseKey,
  compareCold,
  compareImports,
  dropSample,
  hashKeys,
  keepChange,
  loadMonths,
  mediaTables,
  openLab,
  spliceKeys,
  startSampleLoad,
  switchBack,
} from '@rowhouse/demos'
import { plainField } from '@rowhouse/protocol'
import type { LabStep, SampleTask } from '../shapes/index.js'
import { inquiryOf, sampleOf } from './ask-question.js'
import type { JobReports } from './sample-jobs.js'

/** Purchases of the card lab. */
const LAB = { seed: 1, rows: 20_000 }

/** What a task tells, and what it asks of the server beside the operations of an SDK. */
interface TaskHelp extends JobReports {
  readonly holdPartitions: HoldPartitions
}

/** Does a task to its end, or until it is stopped. */
export async function runTask(client: Client, task: SampleTask, reports: TaskHelp): Promise<void> {
  switch (task.kind) {
    case 'load':
      return load(client, task, reports)
    case 'drop':
      return dropSample(client, sampleOf(task.sample).sample)
    case 'ask':
      return ask(client, task, reports)
    case 'field':
      return changeFields(client, task, reports)
    case 'lab':
      return runLabStep(client, task, reports)
  }
}

type TaskOf<Kind extends SampleTask['kind']> = Extract<SampleTask, { readonly kind: Kind }>

const LOOK_EVERY_MS = 100

async function load(client: Client, task: TaskOf<'load'>, reports: JobReports): Promise<void> {
  const { sample: name, rows, index } = task
  const running = startSampleLoad(client, { name, rows, index })
  reports.signal.addEventListener('abort', () => running.stop(), { once: true })
  const tell = (): void => {
    if (running.progress.report !== undefined) reports.onProgress(running.progress.report)
  }
  const looking = setInterval(tell, LOOK_EVERY_MS)
  try {
    const { state, reason } = await running.ended
    tell()
    if (state === 'failed') throw new Error(reason)
  } finally {
    clearInterval(looking)
  }
}

async function ask(client: Client, task: TaskOf<'ask'>, reports: JobReports): Promise<void> {
  const onRows = (done: number): void =>
    reports.onProgress({ step: 'scan', name: task.sample, done, of: undefined })
  reports.onResult(await inquiryOf(task).ask(client, { onRows }))
}

async function changeFields(
  client: Client,
  { change, name }: TaskOf<'field'>,
  { onProgress }: JobReports,
): Promise<void> {
  if (change === 'back') return switchBack(client)
  if (change === 'keep') return keepChange(client)
  const { mediaTable, MEDIA_INDEX } = mediaTables
  const index = client.table(mediaTable).index(MEDIA_INDEX)
  const { total = 0 } = await index.search({ limit: 0, count: true })
  const field =
    change === 'add'
      ? { add: plainField(name, 'KEYWORD', { index: true, sortAndAgg: true }) }
      : { remove: name }
  return changeField(client, field, {
    onReport: ({ step, rows }) => onProgress({ step, name, done: rows, of: total }),
  })
}

async function runLabStep(client: Client, { step }: TaskOf<'lab'>, help: TaskHelp): Promise<void> {
  const { holdPartitions } = help
  help.onResult(await LAB_STEPS[step](client, { ...openLab(LAB), holdPartitions }, help))
}

type LabRunner = (client: Client, lab: Lab, reports: JobReports) => Promise<unknown>

const LAB_STEPS: Readonly<Record<LabStep, LabRunner>> = {
  choose: (client, lab, { onProgress, onResult }) => {
    const outcomes: KeyOutcome[] = []
    const tell = (): void => {
      const done = outcomes.length
      const { name } = KEY_DESIGNS[done] ?? { name: '' }
      onProgress({ step: 'measure', name, done, of: KEY_DESIGNS.length })
    }
    tell()
    return chooseKey(client, lab, QUICK, (outcome) => {
      outcomes.push(outcome)
      onResult([...outcomes])
      tell()
    })
  },
  splice: spliceKeys,
  hash: hashKeys,
  months: (client, lab, { onProgress }) =>
    loadMonths(client, lab, (done) =>
      onProgress({ step: 'import', name: 'card_lab', done, of: lab.rows }),
    ),
  cold: (client, lab) => compareCold(client, lab, QUICK),
  import: (client, lab) => compareImports(client, lab, QUICK),
}
