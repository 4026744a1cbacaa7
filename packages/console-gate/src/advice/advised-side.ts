import { adviseSide } from '@rowhouse/practices'
import type { HeatResult } from '@rowhouse/server'
import { consoleLimits } from '../limits.js'
import type { AdvisedSide } from '../shapes/index.js'

/** What the pages show of the advice on a side table. */
export function sideOf(touches: HeatResult): AdvisedSide {
  const { move, columns, units } = adviseSide(touches)
  return {
    sampledCalls: touches.sampledCalls,
    move,
    columns: columns
      .slice(0, consoleLimits.ADVISED_SIDE_COLUMNS_MAX)
      .map(({ name, verdict, why, bytes, wantedShare }) => ({
        name,
        verdict,
        why,
        bytes,
        wantedShare,
      })),
    units: { now: units.now, moved: units.moved },
  }
}
