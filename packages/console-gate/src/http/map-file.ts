import { type FileHandle, open } from 'node:fs/promises'

/** The first bytes of a PMTiles file of version 3. */
const BEGINNING = Buffer.from('PMTiles\u0003')

/** A file of map tiles on this machine, read piece by piece. */
export interface MapFile {
  readonly bytes: number
  /** Changes with the file. */
  readonly etag: string
  read(from: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** Rejects with the system's error, or with MapFileError for a file of another kind. */
export async function openMapFile(path: string): Promise<MapFile> {
  const handle = await open(path)
  try {
    if (!(await read(handle, 0, BEGINNING.length)).equals(BEGINNING)) throw new MapFileError(path)
    const { size, mtimeMs } = await handle.stat()
    return {
      bytes: size,
      etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
      read: (from, length) => read(handle, from, length),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

export class MapFileError extends Error {
  override readonly name = 'MapFileError'

  constructor(path: string) {
    super(`${path} is no PMTiles file of version 3`)
  }
}

async function read(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}
