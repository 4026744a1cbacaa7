import { type TableOptions, errors, limits } from '@rowhouse/protocol'
import type { TableDescription } from './table-description.js'

type StoredOptions = TableDescription['options']

/** Checks the options of a new table. The texts of the errors are those of the error-code page. */
export const checkNewOptions = (options: TableOptions | undefined): StoredOptions => {
  if (options !== undefined && isEmpty(options)) {
    throw errors.parameterInvalid('No parameter is specified in table options.')
  }
  if (options?.timeToLive === undefined) {
    throw errors.parameterInvalid('Time-to-live is missing while creating table.')
  }
  checkRanges(options)
  return {
    timeToLive: options.timeToLive,
    // The error-code page requires it, the newer pages on versions default it to 1; the newer ones count.
    maxVersions: options.maxVersions ?? 1,
    deviation: options.deviationCellVersionInSec ?? limits.DEVIATION_SECONDS_DEFAULT,
    allowUpdate: options.allowUpdate ?? true,
    updateFullRow: options.updateFullRow ?? false,
  }
}

/** Checks the options of an UpdateTable; undefined when it changes none. */
export const checkChangedOptions = (
  options: TableOptions | undefined,
): TableOptions | undefined => {
  // The Node.js SDK always sends options, possibly empty.
  if (options === undefined || isEmpty(options)) return undefined
  if (options.updateFullRow !== undefined) {
    throw errors.parameterInvalid('Table options of UpdateTable can not contain updateFullRow.')
  }
  checkRanges(options)
  return options
}

export const changeOptions = (
  current: StoredOptions,
  change: TableOptions | undefined,
): StoredOptions => ({
  timeToLive: change?.timeToLive ?? current.timeToLive,
  maxVersions: change?.maxVersions ?? current.maxVersions,
  deviation: change?.deviationCellVersionInSec ?? current.deviation,
  allowUpdate: change?.allowUpdate ?? current.allowUpdate,
  updateFullRow: current.updateFullRow,
})

export const describeOptions = (options: StoredOptions): TableOptions => ({
  timeToLive: options.timeToLive,
  maxVersions: options.maxVersions,
  deviationCellVersionInSec: options.deviation,
  allowUpdate: options.allowUpdate,
  updateFullRow: options.updateFullRow,
})

const isEmpty = (options: TableOptions): boolean =>
  Object.values(options).every((option) => option === undefined)

const checkRanges = (options: TableOptions): void => {
  checkTimeToLive(options.timeToLive)
  if (options.maxVersions !== undefined && options.maxVersions <= 0) {
    throw errors.parameterInvalid('The maximum versions cannot be less than or equal to 0')
  }
  const deviation = options.deviationCellVersionInSec
  if (deviation !== undefined && (deviation < 0n || deviation > limits.DEVIATION_SECONDS_MAX)) {
    throw errors.parameterInvalid('The maximum deviation must be in range [0, INT64_MAX/1000000].')
  }
}

const checkTimeToLive = (timeToLive: number | undefined): void => {
  if (timeToLive === undefined || timeToLive === -1) return
  if (timeToLive <= 0) {
    throw errors.parameterInvalid('TimeToLive cannot be 0 or less than -1.')
  }
  const { TIME_TO_LIVE_SECONDS_MIN: least, TIME_TO_LIVE_SECONDS_MAX: most } = limits
  if (timeToLive < least || timeToLive > most) {
    throw errors.parameterInvalid(`TimeToLive must be -1 or in range: [${least}, ${most}].`)
  }
}
