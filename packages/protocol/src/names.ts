import { errors } from './errors/registry.js'
import { limits } from './limits.js'

const HASH = 0x23
const tableName = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${limits.NAME_BYTES_MAX - 1}}$`)

export const isTableName = (name: string): boolean => tableName.test(name)

/** Tables and indexes. */
export function checkTableName(name: string): void {
  if (!isTableName(name)) throw errors.invalidTableName(name)
}

/** Checks a column name anywhere: key, attribute, columns_to_get, filter. */
export function checkColumnName(name: string): void {
  if (!isColumnName(name)) throw errors.invalidColumnName(name)
}

/**
 * All characters are legal but a leading #, as the Java SDK's ParameterLegalityTest shows against the
 * service.
 */
export const isColumnName = (name: string): boolean =>
  name.length > 0 &&
  name.charCodeAt(0) !== HASH &&
  // A UTF-16 unit takes at most 3 bytes of UTF-8, so the bytes of short names need no counting.
  (name.length * 3 <= limits.NAME_BYTES_MAX || Buffer.byteLength(name) <= limits.NAME_BYTES_MAX)
