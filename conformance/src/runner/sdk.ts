/** Everything that a suite needs to run: it prints one JSON line per test on standard output. */
export interface SuiteCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly directory: string
}

export interface Sdk {
  /** Its name on the command line. */
  readonly id: string
  /** Its name on the page. */
  readonly title: string
  readonly packageName: string
  readonly version: string
  /** The suite's command, or why it cannot run here. Downloads what is missing. */
  readonly prepare: () => Promise<SuiteCommand | { readonly missing: string }>
}

export type Status = 'pass' | 'fail' | 'skip' | 'expected-failure'

export interface SuiteResult {
  readonly operation: string
  readonly feature: string
  readonly test: string
  readonly status: Status
  readonly note: string
}

export interface Result extends SuiteResult {
  readonly sdk: string
  readonly mode: string
}
