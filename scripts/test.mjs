// `npm test`: installs, builds and tests everything by the steps below.
// It uses only Node.js built-ins, because it runs before anything is installed.
// `npm test -- unit lint` runs only the named steps, `npm test -- quick` the most useful ones of two minutes.
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded } from './install-if-needed.mjs'
import { addCounts, closingLine, closingLineOf, noCounts, readVitest } from './lib/counts.mjs'
import { npmRun } from './lib/run-command.mjs'

const unitReport = join(tmpdir(), `rowhouse-unit-${process.pid}.json`)
const vitestReporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]

/** Random tests always start from this seed, so that the result of a change does not depend on chance. */
const SEED = '1'

/** Tests of what most changes touch, without many random runs or processes. */
const quickUnit = [
  'packages/protocol',
  'packages/engine/src/keys',
  'packages/engine/src/conditions',
  'packages/engine/src/rows',
  'packages/server/src/configuration',
  'packages/server/src/instances',
  'packages/server/src/door',
  'packages/cli/src/serve',
]
const leaveOut = ['--exclude', '**/model.test.ts', '--exclude', '**/direct-writes.test.ts']

const runningBeside = (steps) => steps.map((step) => ({ ...step, runsBeside: true }))

const counted = (name, args) => ({ name, script: name, args, count: 'closing line' })

/**
 * Each step is an npm script. How its results are counted: `vitest` reads the runner's own report,
 * `closing line` takes "N passed, N failed, N skipped" from the end of the output, and without either
 * the step counts as one check. A step that later ones need ends the run when it fails. Those that
 * run beside others keep about one processor busy. They follow the others, as many at a time as there are
 * processors. One that `mayTryAgain` waits for browsers, servers or throttled writers, so that a busy machine
 * can fail it; no proof of what is stored is run twice.
 */
const steps = [
  { name: 'build', script: 'build', othersNeedIt: true },
  { name: 'lint', script: 'lint' },
  { name: 'format', script: 'format:check' },
  { name: 's3-server', script: 's3-server' },
  { name: 'unit', script: 'unit', args: vitestReporters, count: 'vitest', mayTryAgain: true },
  { name: 'package', script: 'check:package', mayTryAgain: true },
  ...runningBeside([
    { name: 'conformance', script: 'conformance', count: 'closing line' },
    counted('search-kill-loop', ['--rounds', '50', '--seed', SEED]),
    counted('power-cuts', ['2000', SEED]),
    counted('kill-loop', ['--rounds', '20', '--seed', SEED]),
    counted('search-power-cuts', ['500', SEED]),
    counted('fuzz', ['--seed', SEED]),
    {
      name: 'conformance-rocksdb',
      script: 'conformance',
      args: ['--sdk', 'node', '--store', 'rocksdb'],
      count: 'closing line',
    },
    { name: 'demo', script: 'demo:online-retail', mayTryAgain: true },
    { name: 'demo-orders', script: 'demo:orders', mayTryAgain: true },
    { name: 'demo-shops', script: 'demo:shops', mayTryAgain: true },
    { name: 'demo-media', script: 'demo:media', mayTryAgain: true },
    { name: 'demo-card-lab', script: 'demo:card-lab', args: ['--brief'], mayTryAgain: true },
  ]),
]

const quickSteps = [
  ...steps.filter(({ name }) => ['build', 'lint', 'format'].includes(name)),
  {
    name: 'unit',
    script: 'unit',
    args: ['scripts/tidy', ...quickUnit, ...leaveOut, ...vitestReporters],
    count: 'vitest',
  },
  {
    name: 'conformance',
    script: 'conformance',
    args: ['--sdk', 'node', '--mode', 'one-thread', 'row'],
    count: 'closing line',
  },
]

const given = process.argv.slice(2)
const isQuick = given.length === 1 && given[0] === 'quick'
const chosen = isQuick ? quickSteps : steps
const wanted = isQuick ? [] : given
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `no such step: ${unknown.join(', ')}; steps: quick, ${steps.map((s) => s.name).join(', ')}`,
  )
  process.exit(2)
}

/** The result of a step: its counts, and after a failure what is repeated at the end. */
const outcomeOf = (step, result) => {
  const report = step.count === 'vitest' ? readVitest(unitReport) : undefined
  const counts = countsOf(step, result, report?.counts)
  if (counts.failed === 0) return { counts, failures: [] }
  const { failures = [lastLines(result.tail)], failedFiles } = report ?? {}
  return { counts, failures, failedFiles }
}

const countsOf = (step, result, reported) => {
  const counted = step.count === 'closing line' ? closingLineOf(result.tail) : reported
  const whole = { passed: result.isOk ? 1 : 0, failed: result.isOk ? 0 : 1, skipped: 0 }
  if (counted === undefined) {
    // A step that should have counts and has none did not run to its end.
    return step.count === undefined ? whole : { passed: 0, failed: 1, skipped: 0 }
  }
  if (!result.isOk && counted.failed === 0) return addCounts(counted, { ...noCounts, failed: 1 })
  return counted
}

const TAIL_LINES = 25

const lastLines = (text) => text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')

const runStep = async (step, options) => {
  const startedAt = performance.now()
  const result = await npmRun(step.script, step.args ?? [], options)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return { step, seconds, ...outcomeOf(step, result) }
}

/** More failed files than this are not the fault of a busy machine. */
const FILES_TRIED_AGAIN = 3

/** The arguments that run what failed of a step, or undefined when it is not tried again. */
const secondArgs = ({ step, failedFiles }) => {
  if (step.mayTryAgain !== true) return undefined
  if (step.count !== 'vitest') return step.args ?? []
  if (failedFiles === undefined || failedFiles.length > FILES_TRIED_AGAIN) return undefined
  return [...failedFiles, ...vitestReporters]
}

/** Runs once more what failed and may have failed by chance. What passes then is named in the report. */
const tryAgain = async (outcome) => {
  const { step, counts, failures } = outcome
  const args = counts.failed === 0 ? undefined : secondArgs(outcome)
  if (args === undefined) return outcome
  console.log(`\n── ${step.name}: what failed is run again, with nothing beside it`)
  const second = await runStep({ ...step, args })
  if (second.counts.failed > 0) return outcome
  const passed = counts.passed + counts.failed
  return { ...outcome, counts: { ...counts, passed, failed: 0 }, failures: [], unstable: failures }
}

const run = async () => {
  await installIfNeeded()
  const asked = chosen.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const beside = asked.length > 1 ? asked.filter((step) => step.runsBeside) : []
  const outcomes = []
  for (const step of asked) {
    if (beside.includes(step)) continue
    console.log(`\n── ${step.name}`)
    const outcome = await runStep(step)
    outcomes.push(outcome)
    if (outcome.counts.failed > 0 && step.othersNeedIt) {
      console.error(`${step.name} failed; the steps behind it need it and were not run`)
      return report(outcomes)
    }
  }
  outcomes.push(...(await runAllBeside(beside)))
  const last = []
  for (const outcome of outcomes) last.push(await tryAgain(outcome))
  return report(last)
}

/** Runs the steps in their order, one for each processor at a time, and resolves to their outcomes. */
const runAllBeside = async (steps) => {
  const outcomes = new Map()
  const left = [...steps]
  const lane = async () => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      console.log(`\n── ${step.name}: runs beside others, and is shown when it has ended`)
      outcomes.set(step, await runStep(step, { titleAtEnd: `\n── ${step.name}\n` }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return steps.map((step) => outcomes.get(step))
}

/** Tells what failed and how long each step took, and returns the exit code. */
const report = (outcomes) => {
  const tell = (title, textsOf) => {
    const told = outcomes.flatMap((outcome) =>
      (textsOf(outcome) ?? []).map((text) => `── ${outcome.step.name}: ${text}`),
    )
    if (told.length > 0) console.log(`\n${title}\n\n${told.join('\n\n')}`)
  }
  tell('What passed only the second time', ({ unstable }) => unstable)
  tell('What failed', ({ failures }) => failures)
  const lines = outcomes.map(
    ({ step, counts, seconds }) =>
      `  ${step.name.padEnd(18)} ${closingLine(counts)} (${seconds} s)`,
  )
  console.log(`\n${lines.join('\n')}\n`)
  const total = outcomes.reduce((sum, { counts }) => addCounts(sum, counts), noCounts)
  console.log(closingLine(total))
  return total.failed === 0 ? 0 : 1
}

process.exit(await run())
