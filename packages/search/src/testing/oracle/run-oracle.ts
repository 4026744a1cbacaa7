import fc from 'fast-check'
import { oracleCase } from './oracle-case.js'
import type { WorldOptions } from './oracle-world.js'
import { type OracleFigures, runOracleCase } from './run-oracle-case.js'

export interface OracleRun {
  readonly seed: number
  /** Makes a failing case smaller, which takes long. */
  readonly shrinks: boolean
}

/** Runs the one case of a seed. The failure prints all of it. */
export async function runOracle(
  { seed, shrinks }: OracleRun,
  options: WorldOptions,
  figures: OracleFigures,
): Promise<void> {
  const property = fc.asyncProperty(oracleCase, (given) => runOracleCase(given, options, figures))
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: !shrinks })
}
