import { createHash } from 'node:crypto'

/** The first key column of a sample's tables: neighbours by number end up far apart. */
export const keyHash = (id: string): string => createHash('md5').update(id).digest('hex')
