import { TransferError } from '../errors.js'
import { type PlannedType, plannedTypes } from './column-plan.js'

/** The mapping of one column by `--map`; undefined members are inferred. */
export interface Mapping {
  readonly source: string
  readonly target: string | undefined
  readonly type: PlannedType | undefined
  readonly timeFormat: string | undefined
}

/** Parses `SOURCE=TARGET:TYPE`; target or type are optional, and `SOURCE=` leaves the column out. */
export function parseMapping(text: string): Mapping {
  const match =
    /^(?<source>[^=:]+)(?:=(?<target>[^:]*))?(?::(?<type>[a-z]+)(?:\((?<format>.+)\))?)?$/.exec(
      text,
    )
  const { source, target, type, format } = match?.groups ?? {}
  if (source === undefined) {
    throw new TransferError(`--map ${text} is not SOURCE=TARGET:TYPE`)
  }
  const planned = plannedTypes.find((name) => name === type)
  if (type !== undefined && planned === undefined) {
    throw new TransferError(
      `--map ${text}: no type is called ${type}; there are ${plannedTypes.join(', ')}`,
    )
  }
  if (format !== undefined && planned !== 'time') {
    throw new TransferError(`--map ${text}: only a time has a format`)
  }
  return { source, target: target ?? source, type: planned, timeFormat: format }
}
