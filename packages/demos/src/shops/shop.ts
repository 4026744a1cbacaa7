import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type TableStore from 'tablestore'
import { readText } from '../scenario/read-file.js'

export interface Shop {
  readonly id: string
  readonly name: string
  /** What the map says it is: an amenity, a kind of shop, a sight. */
  readonly type: string
  readonly city: string
  readonly latitude: number
  readonly longitude: number
  /** 1.0 to 5.0, in steps of a tenth. */
  readonly score: number
  /** Per head. */
  readonly averagePrice: number
}

const CITY = 'Taipei'
const KINDS = ['amenity', 'shop', 'tourism', 'historic', 'craft'] as const
const PRICE_STEPS = 60

/**
 * Named places of an OpenStreetMap extract. The map knows no scores and no prices: both are made
 * from a hash of the place's id, so that they are the same in every run.
 */
export const readShops = async (path: string): Promise<Shop[]> => {
  const records: unknown = parse(await readText(path), { columns: true, bom: true })
  if (!Array.isArray(records)) throw new TypeError('no records')
  return records.flatMap((record) => shopOf(record))
}

const shopOf = (record: unknown): Shop[] => {
  const name = textAt(record, 'name')
  const type = KINDS.map((kind) => textAt(record, kind)).find((value) => value !== '') ?? ''
  if (name === '' || name === 'N/A' || type === '') return []
  const id = `${textAt(record, 'type')}/${textAt(record, 'id')}`
  const hash = createHash('md5').update(id).digest()
  const score = Math.round(10 + (hash.readUInt16BE(0) / 65_535) * 40) / 10
  const averagePrice = 20 + (hash.readUInt16BE(2) % PRICE_STEPS) * 5
  const latitude = Number(textAt(record, 'lat'))
  const longitude = Number(textAt(record, 'lon'))
  return [{ id, name, type, city: CITY, latitude, longitude, score, averagePrice }]
}

const textAt = (record: unknown, column: string): string => {
  if (typeof record !== 'object' || record === null) throw new TypeError('a record is no object')
  const value: unknown = Object.entries(record).find(([name]) => name === column)?.[1]
  if (typeof value !== 'string') throw new TypeError(`the file has no column ${column}`)
  return value
}

export const positionOf = ({ latitude, longitude }: Shop): string => `${latitude},${longitude}`

/** The SDK sends every number as DOUBLE, whole ones too. */
export const columnsOf = (shop: Shop): TableStore.NamedValue[] => [
  { type: shop.type },
  { name: shop.name },
  { city: shop.city },
  { pos: positionOf(shop) },
  { score: shop.score },
  { avg_price: shop.averagePrice },
]
