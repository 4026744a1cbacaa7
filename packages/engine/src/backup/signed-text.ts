import { crc32 } from 'node:zlib'
import { BackupError } from './backup-error.js'

/** Encodes JSON behind a line with its title, its version and the CRC-32 of the JSON. */
export function encodeSigned(title: string, version: number, value: unknown): Buffer {
  const body = Buffer.from(`${JSON.stringify(value)}\n`)
  const checksum = crc32(body).toString(16).padStart(8, '0')
  return Buffer.concat([Buffer.from(`${title} ${version} ${checksum}\n`), body])
}

export interface SignedText {
  readonly version: number
  readonly value: unknown
}

/** `path` is for messages. */
export function decodeSigned(
  content: Buffer,
  path: string,
  title: string,
  newest: number,
): SignedText {
  const line = content.subarray(0, content.indexOf('\n') + 1).toString('latin1')
  const known = line.startsWith(`${title} `) ? line.slice(title.length + 1) : ''
  const [, digits, checksum] = /^(\d{1,9}) ([0-9a-f]{8})\n$/.exec(known) ?? []
  if (digits === undefined || checksum === undefined) {
    throw new BackupError(`${path} is damaged: it does not begin as it should`)
  }
  const version = Number(digits)
  if (version < 1 || version > newest) {
    throw new BackupError(`${path} has version ${version}; this program reads up to ${newest}`)
  }
  const body = content.subarray(line.length)
  if (crc32(body) !== Number.parseInt(checksum, 16)) {
    throw new BackupError(`${path} is damaged: its checksum is wrong`)
  }
  return { version, value: JSON.parse(body.toString()) }
}
