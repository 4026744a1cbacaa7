import { expectDefined } from '@rowhouse/platform'
import { createHash } from 'node:crypto'
import {
  type ComputeSplitPointsBySizeReply,
  type ComputeSplitPointsBySizeRequest,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { decodeRowKey } from '../keys/decode-key.js'
import { engineLimits } from '../limits.js'
import { encodeKeyRow } from './get-range.js'
import { splitPointsOf } from './split-points.js'
import type { Table } from '../tables/table-description.js'

/**
 * Finds keys that divide a table into pieces of about equal size in the store, to be read in parallel.
 */
export const computeSplitPointsBySize = async (
  engine: RowParts,
  instance: string,
  request: ComputeSplitPointsBySizeRequest,
): Promise<ComputeSplitPointsBySizeReply> => {
  checkTableName(request.tableName)
  const splitBytes = checkSplitSize(request)
  const pointsMax = checkPointLimit(request)
  const table = engine.catalog.find(instance, request.tableName)
  if (table === undefined) throw errors.objectNotExist()
  const { primaryKey } = table.description
  const points = await splitPointsOf(engine, table, splitBytes, pointsMax)
  const splits = points.length + 1
  engine.meter.add(instance, request.tableName, splits, 0)
  return {
    consumed: { read: splits, write: 0 },
    schema: primaryKey,
    splitPoints: points.map((key) =>
      encodeKeyRow(table, decodeRowKey(key, primaryKey.length).columns),
    ),
    locations: locationsOf(table, points),
  }
}

const checkSplitSize = (request: ComputeSplitPointsBySizeRequest): number => {
  const { splitSize, splitSizeUnitInByte } = request
  if (splitSize <= 0n) throw errors.parameterInvalid('The split_size should be greater than 0.')
  const unit = splitSizeUnitInByte ?? BigInt(limits.SPLIT_SIZE_UNIT_BYTES_DEFAULT)
  if (unit < BigInt(limits.SPLIT_SIZE_UNIT_BYTES_MIN))
    throw errors.parameterInvalid(
      `The split_size_unit_in_byte should be greater equal than: ${limits.SPLIT_SIZE_UNIT_BYTES_MIN}`,
    )
  return Number(splitSize * unit)
}

const checkPointLimit = ({ splitPointLimit }: ComputeSplitPointsBySizeRequest): number => {
  if (splitPointLimit === undefined) return engineLimits.SPLIT_POINTS_MAX
  if (splitPointLimit < 1)
    throw errors.parameterInvalid('The value of SplitPointLimit must be greater than 0.')
  return Math.min(splitPointLimit, engineLimits.SPLIT_POINTS_MAX)
}

/**
 * The location of each piece, which stands for the partition that it begins in; neighbours with the same
 * location are counted together. Clients expect a name of 32 hexadecimal digits.
 */
const locationsOf = (
  { description, partitions }: Table,
  points: readonly Buffer[],
): ComputeSplitPointsBySizeReply['locations'] => {
  const locations: { location: string; repeat: number }[] = []
  const first = expectDefined(partitions.all[0], 'a table has a partition')
  for (const piece of [first, ...points.map((key) => partitions.find(key, 1))]) {
    const name = `${description.instance}/${description.id}/${piece.id}`
    const location = createHash('md5').update(name).digest('hex')
    const last = locations.at(-1)
    if (last?.location === location) last.repeat++
    else locations.push({ location, repeat: 1 })
  }
  return locations
}
