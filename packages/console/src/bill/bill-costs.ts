import type { BillResult } from '@rowhouse/console-gate/shapes'

const GB = 1024 ** 3
const UNITS_PRICED = 10_000
/** As the service counts a month. */
const HOURS_A_MONTH = 720

type Prices = BillResult['prices']

/** What the metered units of a table cost. */
export const unitsCost = (
  { readUnits, writeUnits }: BillResult['tables'][number],
  { readUnitsPer10000, writeUnitsPer10000 }: Prices,
): number => (readUnits * readUnitsPer10000 + writeUnits * writeUnitsPer10000) / UNITS_PRICED

/** What its bytes cost in a month. */
export const storageCost = (bytes: number, { storageGbMonth }: Prices): number =>
  (bytes / GB) * storageGbMonth

/** What the units that a search index reserves, and its bytes, cost in a month. */
export const indexCost = (
  { units, bytes }: BillResult['searchIndexes'][number],
  prices: Prices,
): number => units * HOURS_A_MONTH * prices.indexUnitHour + storageCost(bytes, prices)
