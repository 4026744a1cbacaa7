import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The MD5 of a text as hexadecimal digits: a browser has no hash of its own that answers at once. */
export const md5Hex = (text: string): string => bytesToHex(md5(utf8ToBytes(text)))
