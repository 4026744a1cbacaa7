import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CATALOGUE, unlisted } from './catalogue.js'
import { PAGE } from './folders.js'
import { MODES } from './modes.js'
import { type Options, readOptions, UsageError } from './options.js'
import { renderPage } from './page.js'
import { runSuite } from './run-suite.js'
import type { Result, Sdk, SuiteCommand } from './sdk.js'
import { SDKS } from './sdks.js'
import { startServer, type Target } from './server.js'

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

interface Prepared {
  readonly sdk: Sdk
  readonly suite: SuiteCommand
}

const prepare = async (sdks: readonly Sdk[]): Promise<Prepared[]> => {
  const prepared: Prepared[] = []
  for (const sdk of sdks) {
    const suite = await sdk.prepare()
    if ('missing' in suite) say(`${sdk.title} skipped: ${suite.missing}`)
    else prepared.push({ sdk, suite })
  }
  return prepared
}

/** Runs every suite against one server and reports failures. */
const runMode = async (
  title: string,
  target: Target,
  prepared: readonly Prepared[],
  wanted: string,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const { sdk, suite } of prepared) {
    const before = results.length
    await runSuite(sdk, suite, title, target.environment, wanted, (result) => {
      results.push(result)
      const { operation, feature, test, status, note } = result
      if (status === 'fail') say(`FAIL ${sdk.title} / ${operation} / ${feature} / ${test}\n${note}`)
    })
    const passed = results.slice(before).filter(({ status }) => status !== 'fail').length
    say(`${sdk.title}, ${title}: ${passed} of ${results.length - before} as expected`)
  }
  return results
}

/** The endpoint in the caller's environment, if there is one; it is used instead of our own servers. */
const givenTarget = (): Target | undefined =>
  process.env['ROWHOUSE_ENDPOINT'] === undefined
    ? undefined
    : { environment: {}, stop: async () => undefined }

const runAll = async (options: Options, prepared: readonly Prepared[]): Promise<Result[]> => {
  const given = givenTarget()
  if (given !== undefined) {
    const title = process.env['ROWHOUSE_ENDPOINT'] ?? ''
    return runMode(title, given, prepared, options.wanted)
  }
  const results: Result[] = []
  for (const mode of options.modes) {
    const target = await startServer(mode)
    try {
      results.push(...(await runMode(mode.title, target, prepared, options.wanted)))
    } finally {
      await target.stop()
    }
  }
  return results
}

/** The page is made only of complete runs against our own servers. */
const isWhole = (options: Options): boolean =>
  options.wanted === '' && options.modes.length === MODES.length && givenTarget() === undefined

/** Writes or checks the page; returns whether it is up to date. */
const settlePage = async (
  options: Options,
  results: readonly Result[],
  ran: readonly Sdk[],
): Promise<boolean> => {
  const before = await readFile(PAGE, 'utf8').catch(() => '')
  const page = renderPage({ catalogue: CATALOGUE, results, before, sdks: SDKS, ran })
  if (!options.check) {
    await mkdir(dirname(PAGE), { recursive: true })
    await writeFile(PAGE, page)
    return true
  }
  if (page === before) return true
  say('docs/compatibility.md does not match these results: run "npm run conformance"')
  return false
}

const run = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args)
  const prepared = await prepare(options.sdks)
  const results = await runAll(options, prepared)
  const unknown = unlisted(
    CATALOGUE,
    results.filter(({ operation }) => operation !== 'suite'),
  )
  for (const feature of unknown) say(`not in the catalogue of features: ${feature}`)
  const ran = prepared.map(({ sdk }) => sdk)
  const pageHolds = !isWhole(options) || (await settlePage(options, results, ran))
  const count = (...statuses: string[]): number =>
    results.filter(({ status }) => statuses.includes(status)).length
  const failed = count('fail')
  say(`${count('pass', 'expected-failure')} passed, ${failed} failed, ${count('skip')} skipped`)
  return failed === 0 && unknown.length === 0 && pageHolds ? 0 : 1
}

/** The exit code of `npm run conformance`. */
export const main = async (args: readonly string[]): Promise<number> => {
  try {
    return await run(args)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}
