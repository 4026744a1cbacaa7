import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A file of the folder `data`, as text. */
export const readDataFile = (name: string): string => {
  const bytes = readFileSync(new URL(`../../data/${name}`, import.meta.url))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
