import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** In the published program the folder stands beside the bundled file. */
const FOLDERS = ['./samples/', '../../data/'].map((path) => new URL(path, import.meta.url))

/** A file of the folder `data`, as text. */
export const readDataFile = (name: string): string => {
  const folder = FOLDERS.find((one) => existsSync(new URL(name, one)))
  const bytes = readFileSync(new URL(name, folder ?? FOLDERS[0]))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
