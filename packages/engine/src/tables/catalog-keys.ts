import { Space } from '../keys/spaces.js'

/**
 * Keys of the catalogue table (docs/formats.md, "Catalogue"). All entries of an instance share the
 * partition key `instance 00`, so that one commit changes them together. A table name begins with a
 * letter or an underscore; the other kinds begin with a byte that no name can begin with.
 */
const Kind = { DROP: 0x23, PARTITIONS: 0x25, BACKFILL: 0x2b } as const

export type CatalogKey =
  | { readonly kind: 'counter' }
  | { readonly kind: 'table'; readonly instance: string; readonly name: string }
  | { readonly kind: 'drop'; readonly instance: string; readonly id: number }
  | { readonly kind: 'partitions'; readonly instance: string; readonly id: number }
  | { readonly kind: 'backfill'; readonly instance: string; readonly id: number }

/** Holds the entries that belong to no instance; no instance has an empty name. */
export const counterPartition = Buffer.from([0])
export const counterKey = Buffer.from([Space.ROWS, 0, ...Buffer.from('next-table')])

export const instancePartition = (instance: string): Buffer =>
  Buffer.from(`${instance}\0`, 'latin1')

export const tableKey = (instance: string, name: string): Buffer =>
  Buffer.concat([
    Buffer.from([Space.ROWS]),
    instancePartition(instance),
    Buffer.from(name, 'latin1'),
  ])

export const dropKey = (instance: string, id: number): Buffer =>
  numberedKey(instance, Kind.DROP, id)

export const partitionsKey = (instance: string, id: number): Buffer =>
  numberedKey(instance, Kind.PARTITIONS, id)

export const backfillKey = (instance: string, id: number): Buffer =>
  numberedKey(instance, Kind.BACKFILL, id)

const numberedKey = (instance: string, kind: number, id: number): Buffer => {
  const tail = Buffer.alloc(5)
  tail[0] = kind
  tail.writeUInt32BE(id, 1)
  return Buffer.concat([Buffer.from([Space.ROWS]), instancePartition(instance), tail])
}

export const parseCatalogKey = (key: Buffer): CatalogKey => {
  if (key.equals(counterKey)) return { kind: 'counter' }
  const separator = key.indexOf(0, 1)
  if (key[0] !== Space.ROWS || separator < 2) throw new Error('unknown key in the catalogue')
  const instance = key.toString('latin1', 1, separator)
  const rest = key.subarray(separator + 1)
  if (rest[0] === Kind.DROP) return { kind: 'drop', instance, id: rest.readUInt32BE(1) }
  if (rest[0] === Kind.PARTITIONS) return { kind: 'partitions', instance, id: rest.readUInt32BE(1) }
  if (rest[0] === Kind.BACKFILL) return { kind: 'backfill', instance, id: rest.readUInt32BE(1) }
  return { kind: 'table', instance, name: rest.toString('latin1') }
}
