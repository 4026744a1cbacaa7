import type { FileValue } from '../record.js'

/** A number in a form that is read as a double. */
export function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

export function jsonValue(value: FileValue): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'number':
      return doubleText(value)
    default:
      return value === null
        ? 'null'
        : `{"$binary":"${Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')}"}`
  }
}
