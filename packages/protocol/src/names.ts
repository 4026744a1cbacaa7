import { errors } from './errors/registry.js'
import { limits } from './limits.js'

const HASH = 0x23
const tableName = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${limits.NAME_BYTES_MAX - 1}}$`)

/** Tables and indexes. */
export function checkTableName(name: string): void {
  if (!tableName.test(name)) throw errors.invalidTableName(name)
}

/**
 * Every column name: key, attribute, columns_to_get, filter. Nearly all characters are legal, as
 * the Java SDK's ParameterLegalityTest shows against the service; only a leading # is not.
 */
export function checkColumnName(name: string): void {
  if (
    name.length === 0 ||
    name.charCodeAt(0) === HASH ||
    // A UTF-16 unit takes at most 3 bytes: short names need no count.
    (name.length * 3 > limits.NAME_BYTES_MAX && Buffer.byteLength(name) > limits.NAME_BYTES_MAX)
  ) {
    throw errors.invalidColumnName(name)
  }
}
