import { readCommandLine } from '@rowhouse/platform/testing'
import { operationNames } from '@rowhouse/protocol'
import { ReplyChecker } from './check-reply.js'
import { Control } from './control.js'
import { Health, MEMORY_GROWTH_MAX } from './health.js'
import { Signer } from './http/envelope.js'
import { type FuzzOptions, USAGE, readOptions } from './options.js'
import { Report } from './report.js'
import { FuzzRun } from './run.js'
import { type FuzzServer, startServer } from './server.js'
import { TableKeeper } from './table-keeper.js'

const MB = 1024 * 1024

async function fuzz(options: FuzzOptions): Promise<boolean> {
  const server = await startServer(options.store, options.doorThreads)
  try {
    return await fuzzServer(options, server)
  } finally {
    await server.stop()
  }
}

async function fuzzServer(options: FuzzOptions, server: FuzzServer): Promise<boolean> {
  const signer = new Signer()
  const control = new Control(server.port, signer)
  const keeper = new TableKeeper(control)
  const health = new Health(control)
  const report = new Report(options)
  const checker = new ReplyChecker()
  const startedAt = performance.now()
  const onProgress = progressPrinter()
  const parts = { port: server.port, signer, control, keeper, health, report, checker, onProgress }
  try {
    await keeper.createAll()
    await health.begin()
    await new FuzzRun(parts, options).run(server.died)
    await health.look()
  } catch (error) {
    health.problems.add(error instanceof Error ? error.message : String(error))
  } finally {
    control.close()
  }
  return conclude(options, parts, (performance.now() - startedAt) / 1000)
}

/** Prints a line every ten seconds. */
function progressPrinter(): (done: number, total: number) => void {
  let last = performance.now()
  return (done, total) => {
    const now = performance.now()
    if (now - last < 10_000) return
    last = now
    console.log(`  ${done} of ${total}`)
  }
}

interface Conclusion {
  readonly health: Health
  readonly report: Report
  readonly checker: ReplyChecker
}

/** Prints the figures and the closing line: one check for each operation and three for the server. */
function conclude(options: FuzzOptions, { health, report, checker }: Conclusion, seconds: number) {
  const requests = [...report.byLayer.values()].reduce((sum, count) => sum + count, 0)
  const { first, most } = health.memory
  console.log(table('layer', [...report.byLayer]))
  console.log(table('answer', [...checker.codes]))
  console.log(
    `seed ${options.seed}, ${options.store} store, ${options.doorThreads} door threads: ` +
      `${requests} requests in ${seconds.toFixed(1)} s (${Math.round(requests / seconds)} per s), ` +
      `${report.failed} failed; memory ${Math.round(first / MB)} MB at the start, ` +
      `${Math.round(most / MB)} MB at most (bound: ${MEMORY_GROWTH_MAX / MB} MB more than at the start)`,
  )
  for (const problem of health.problems) console.error(`FAILED the server's health: ${problem}`)
  const { passed, failed, skipped } = countChecks(report, health)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0
}

/** One check for each operation of the service, and one for all other operation names. */
function countChecks(report: Report, health: Health) {
  const names = new Set(operationNames.map(({ name }) => name))
  let passed = 0
  let failed = health.problems.size
  if (failed === 0) passed += 1
  let others = 0
  for (const [name, counts] of report.byOperation) {
    if (!names.delete(name)) others += counts.failed
    else if (counts.failed > 0) failed += 1
    else passed += 1
  }
  if (others > 0) failed += 1
  else passed += 1
  return { passed, failed, skipped: names.size }
}

function table(title: string, rows: [string, number][]): string {
  const sorted = rows.sort((a, b) => b[1] - a[1])
  const lines = sorted.map(([name, count]) => `  ${name.padEnd(44)} ${String(count).padStart(9)}`)
  return [title, ...lines, ''].join('\n')
}

try {
  process.exitCode = (await fuzz(readCommandLine(USAGE, readOptions))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
