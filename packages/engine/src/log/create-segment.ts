import { join } from 'node:path'
import type { FileHandle, Random } from '@rowhouse/platform'
import { LogFailedError } from './log-errors.js'
import { encodeSegmentHeader, newSegment, type Segment, segmentName } from './segment.js'
import type { SegmentChain } from './segment-chain.js'

export interface CreatedSegment {
  readonly segment: Segment
  readonly file: FileHandle
  /** Bytes that the file already has. */
  readonly allocated: number
}

/**
 * Makes a spare file the new last segment. It gets its name only when its header is durable, so that a file
 * with the name of a segment always is one.
 */
export async function createSegment(
  chain: SegmentChain,
  base: number,
  previousEnd: number,
  createdAt: number,
  random: Random,
): Promise<CreatedSegment> {
  const path = join(chain.directory, segmentName(base))
  const header = { base, previousEnd, createdAt, salt: random.bytes(4).readUInt32LE(0) }
  const segment = newSegment(path, header)
  const spare = await chain.spare()
  const file = await chain.files.open(spare, 'write')
  try {
    await file.write(encodeSegmentHeader(header), 0)
    await file.datasync()
    await rename(chain, spare, path)
    chain.push(segment, spare)
    return { segment, file, allocated: await file.size() }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function rename(chain: SegmentChain, spare: string, path: string): Promise<void> {
  try {
    await chain.files.rename(spare, path)
    await chain.files.syncDirectory(chain.directory)
  } catch (error) {
    // Here even a full disk fails the log: it is unknown under which name the file survives.
    throw new LogFailedError(error)
  }
}
