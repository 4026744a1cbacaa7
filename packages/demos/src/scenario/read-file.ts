import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

const GZIP_MAGIC = Buffer.of(0x1f, 0x8b)

/** A whole file as text; plain or gzip is told by content, not by name. */
export const readText = async (path: string): Promise<string> => {
  const bytes = await readFile(path)
  const isGzip = bytes.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)
  return (isGzip ? gunzipSync(bytes) : bytes).toString('utf8')
}
