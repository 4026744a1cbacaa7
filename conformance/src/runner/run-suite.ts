import { runCommand } from './run-command.js'
import type { Result, Sdk, Status, SuiteCommand, SuiteResult } from './sdk.js'

const STATUSES: readonly string[] = ['pass', 'fail', 'skip', 'expected-failure'] satisfies Status[]

const isStatus = (value: unknown): value is Status =>
  typeof value === 'string' && STATUSES.includes(value)

const field = (value: object, name: string): unknown => Reflect.get(value, name)

/** Parses a line of a suite's output; undefined when it is not a result. */
export const parseResult = (line: string): SuiteResult | undefined => {
  if (!line.startsWith('{')) return undefined
  const value: unknown = JSON.parse(line)
  if (typeof value !== 'object' || value === null) return undefined
  const status = field(value, 'status')
  const [operation, feature, test, note] = ['operation', 'feature', 'test', 'note'].map((name) =>
    field(value, name),
  )
  const texts = [operation, feature, test, note].every((text) => typeof text === 'string')
  if (!texts || !isStatus(status)) return undefined
  return {
    operation: String(operation),
    feature: String(feature),
    test: String(test),
    status,
    note: String(note),
  }
}

/** Runs one SDK's suite. A suite that ends early is reported as one more failure. */
export const runSuite = async (
  sdk: Sdk,
  suite: SuiteCommand,
  mode: string,
  environment: NodeJS.ProcessEnv,
  wanted: string,
  report: (result: Result) => void,
): Promise<void> => {
  const seen = { count: 0 }
  const finished = await runCommand(
    suite.command,
    [...suite.args, wanted],
    { directory: suite.directory, environment },
    (line) => {
      const result = parseResult(line)
      if (result === undefined) return
      seen.count += 1
      report({ ...result, sdk: sdk.id, mode })
    },
  )
  if (finished.code === 0 && (seen.count > 0 || wanted !== '')) return
  report({
    operation: 'suite',
    feature: 'runs to its end',
    test: `after ${seen.count} tests`,
    status: 'fail',
    note: `exit code ${String(finished.code)}: ${finished.stderr}`,
    sdk: sdk.id,
    mode,
  })
}
