import {
  type ReservedThroughput,
  type ReservedThroughputDetails,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'
import type { Clock } from '@rowhouse/platform'
import type { TableDescription } from './table-description.js'

type Reserved = TableDescription['reserved']

const DAY_SECONDS = 86_400

export const checkNewThroughput = (
  engine: TableParts,
  instance: string,
  { read, write }: ReservedThroughput,
  nowSeconds: number,
): Reserved => {
  if (read === undefined || write === undefined)
    throw errors.parameterInvalid('Both read and write capacity unit are required to create table.')
  for (const units of [read, write]) {
    if (units < 0) {
      throw errors.parameterInvalid(
        `Invalid Capacity Unit:${units} . Capacity Unit must be nonnegative.`,
      )
    }
    checkMaximum(units)
  }
  if (engine.instanceTypes.of(instance) === 'capacity') {
    if (read > 0) throw errors.reservedOnCapacity('read')
    if (write > 0) throw errors.reservedOnCapacity('write')
  }
  return { read, write, lastIncrease: nowSeconds, lastDecrease: undefined, decreases: undefined }
}

/**
 * Checks the change that an UpdateTable asks for. The error-code page requires at least one of the two.
 */
export const checkChangedThroughput = (change: ReservedThroughput): void => {
  const { read = -1, write = -1 } = change
  if (read < 0 && write < 0) {
    throw errors.parameterInvalid(
      'Invalid Capacity Unit for UpdateTable: ' +
        `Either read(${read}) or write(${write}) should be non-negative.`,
    )
  }
  if (change.read !== undefined && change.read < 0) {
    throw errors.parameterInvalid('The value of read capacity unit can not be less than 0.')
  }
  if (change.write !== undefined && change.write < 0) {
    // "then": the service's own spelling.
    throw errors.parameterInvalid('The value of write capacity unit can not be less then 0.')
  }
  checkMaximum(Math.max(read, write))
}

const checkMaximum = (units: number): void => {
  if (units > limits.RESERVED_UNITS_MAX) {
    throw errors.parameterInvalid(
      `Invalid Capacity Unit:${units} . ` +
        `Capacity Unit must not be greater than ${limits.RESERVED_UNITS_MAX}.`,
    )
  }
}

/** Refuses every change on a capacity instance, whose tables are billed by use alone. */
export const checkChangeAllowed = (engine: TableParts, instance: string): void => {
  if (engine.instanceTypes.of(instance) === 'capacity') throw errors.forbiddenUpdateCapacityUnit()
}

/**
 * The service requires two minutes between two changes. A self-hosted server does not, unless configured
 * to.
 */
export const checkChangeInterval = (
  engine: TableParts,
  { lastIncrease, lastDecrease = 0 }: Reserved,
  nowSeconds: number,
): void => {
  if (!engine.options.limitCapacityChanges) return
  const last = Math.max(lastIncrease, lastDecrease)
  if (nowSeconds - last < limits.RESERVED_UNITS_CHANGE_SECONDS_MIN) {
    throw errors.tooFrequentReservedThroughputAdjustment()
  }
}

export const changeThroughput = (
  current: Reserved,
  change: ReservedThroughput,
  nowSeconds: number,
): Reserved => {
  const read = change.read ?? current.read
  const write = change.write ?? current.write
  const increased = read > current.read || write > current.write
  const decreased = read < current.read || write < current.write
  return {
    read,
    write,
    lastIncrease: increased ? nowSeconds : current.lastIncrease,
    lastDecrease: decreased ? nowSeconds : current.lastDecrease,
    decreases: decreased ? decreasesToday(current, nowSeconds) + 1 : current.decreases,
  }
}

/** A day is one of UTC, because the service gives its times in UTC. */
const decreasesToday = ({ lastDecrease, decreases = 0 }: Reserved, nowSeconds: number): number => {
  if (lastDecrease === undefined) return 0
  return dayOf(lastDecrease) === dayOf(nowSeconds) ? decreases : 0
}

const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS)

export const describeThroughput = (
  reserved: Reserved,
  clock: Clock,
): ReservedThroughputDetails => ({
  capacityUnit: { read: reserved.read, write: reserved.write },
  lastIncreaseTime: reserved.lastIncrease,
  lastDecreaseTime: reserved.lastDecrease,
  numberOfDecreasesToday: decreasesToday(reserved, Math.floor(clock.now() / 1000)),
})
