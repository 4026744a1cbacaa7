import { createReadStream } from 'node:fs'
import { PassThrough, type Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { TransferError } from '../errors.js'
import { transferLimits } from '../limits.js'

/** The name of standard input. */
export const STANDARD_INPUT = '-'

export interface ByteSource {
  /** The bytes of the file, decompressed if it is compressed with gzip. */
  readonly bytes: AsyncIterable<Buffer>
  /** Bytes of the file itself that have been read so far. */
  readonly bytesRead: () => number
}

/** Opens a file, or standard input, which may be compressed with gzip. */
export function openBytes(path: string, input: Readable): ByteSource {
  let read = 0
  const file =
    path === STANDARD_INPUT
      ? input
      : createReadStream(path, { highWaterMark: transferLimits.READ_BYTES })
  async function* counted(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of file) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
      read += bytes.length
      yield bytes
    }
  }
  return { bytes: unpacked(counted(), path), bytesRead: () => read }
}

async function* unpacked(
  source: AsyncGenerator<Buffer, void, undefined>,
  path: string,
): AsyncGenerator<Buffer, void, undefined> {
  const first = await source.next()
  if (first.done === true) return
  const [one, two] = first.value
  if (one !== 0x1f || two !== 0x8b) {
    yield first.value
    yield* source
    return
  }
  const whole = async function* () {
    yield first.value
    yield* source
  }
  try {
    for await (const chunk of gunzip(whole())) yield Buffer.from(chunk)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))
      throw error
    throw new TransferError(`${path} is compressed with gzip and damaged: ${error.message}`)
  }
}

/** Decompresses a source; its errors are passed on to the reader of the result. */
function gunzip(source: AsyncIterable<Buffer>): PassThrough {
  const output = new PassThrough({ highWaterMark: transferLimits.READ_BYTES })
  const unzip = createGunzip({ chunkSize: transferLimits.READ_BYTES })
  pipeline(source, unzip, output, (error) => {
    if (error) output.destroy(error)
  })
  return output
}
