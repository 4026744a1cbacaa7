import { createHash } from 'node:crypto'

/** The first key column: neighbours in time or by number end up far apart. */
export const hashOf = (id: string): string => createHash('md5').update(id).digest('hex')

/** Rows stand in the order of this text: a hash has one length, so nothing need stand between. */
export const keyOrderOf = (id: string): string => hashOf(id) + id
