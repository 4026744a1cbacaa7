import { createHash } from 'node:crypto'

/** The MD5 of a text as hexadecimal digits, by Node.js. */
export const md5OfSystem = (text: string): string => createHash('md5').update(text).digest('hex')
