import { join } from 'node:path'
import { type Clock, type Files, type Random, systemRandom } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import type { CommitLog } from './commit-log.js'
import { createSegment } from './create-segment.js'
import { isMarkedRelaxed, markRelaxed, unmarkRelaxed } from './relaxed-marker.js'
import { GroupCommitter } from './group-committer.js'
import { LogDamagedError, LogMissingError } from './log-errors.js'
import { LogFigures } from './log-figures.js'
import { type LogManifest, loadManifest, MANIFEST_NAME, storeManifest } from './log-manifest.js'
import { LogProgress } from './log-progress.js'
import type { ClockChange } from './log-time.js'
import { recoverSegments } from './recover-segments.js'
import { SEGMENT_HEADER_BYTES, segmentBase } from './segment.js'
import { SegmentChain } from './segment-chain.js'
import { SegmentedCommitLog } from './segmented-commit-log.js'
import { type SegmentTail, SegmentWriter } from './log-segment-writer.js'

export interface CommitLogOptions {
  readonly files: Files
  /** A folder for this log alone, which only one process may have open. */
  readonly directory: string
  readonly clock: Clock
  readonly random?: Random
  readonly segmentBytes?: number
  readonly preallocateBytes?: number
  readonly maxLagBytes?: number
  /**
   * The position from which the caller reads the log before it relies on it, as replay does: that read
   * checks the complete segments that reach past it, instead of opening. Without it opening checks all. A
   * store that has such a position has had a log, so a missing log is not created anew.
   */
  readonly replayFrom?: number
  /** Set to not wait for the disk: acknowledged records survive the process, but not a power cut. */
  readonly relaxed?: boolean
  /**
   * Called at each write, before it is acknowledged. It rejects when the next start would not find the file
   * that was written, and then the log fails.
   */
  readonly check?: () => Promise<void> | undefined
  /** Called after each sync with the milliseconds that it took. */
  readonly onSync?: (milliseconds: number) => void
  /** Called when the wall clock jumps far ahead while the log is written, and when it jumps back. */
  readonly onClockChange?: ClockChange
}

/** Opens the log in a folder, or creates one there. */
export async function openCommitLog(options: CommitLogOptions): Promise<CommitLog> {
  const { files, directory, random = systemRandom, relaxed = false } = options
  const segmentBytes = options.segmentBytes ?? engineLimits.LOG_SEGMENT_BYTES
  await files.makeDirectory(directory)
  const manifest =
    (await loadManifest(files, directory)) ?? (await newLog(files, directory, options.replayFrom))
  const wasRelaxed = await isMarkedRelaxed(files, directory)
  const recovered = await recoverSegments(files, directory, manifest, {
    relaxed: wasRelaxed,
    replayFrom: options.replayFrom ?? Number.POSITIVE_INFINITY,
  })
  if (relaxed && !wasRelaxed) await markRelaxed(files, directory)
  if (!relaxed && wasRelaxed) await unmarkRelaxed(files, directory)
  const { segments, spareNames } = recovered
  const chain = new SegmentChain(files, directory, segments, spareNames, segmentBytes)
  const tail =
    recovered.tail ?? (await firstSegment(chain, manifest.start, options.clock.now(), random))
  const figures = new LogFigures(options.onSync)
  const writer = new SegmentWriter(chain, tail, {
    random,
    clock: options.clock,
    segmentBytes,
    preallocateBytes: options.preallocateBytes ?? engineLimits.LOG_PREALLOCATE_BYTES,
    onSync: (milliseconds) => figures.synced(milliseconds),
    onClockChange: (change, aheadMs) => {
      if (change === 'ahead') figures.clockJumped()
      options.onClockChange?.(change, aheadMs)
    },
    relaxed,
    check: options.check,
  })
  const nextPosition = Math.max(tail.position, tail.segment.base)
  const committer = new GroupCommitter(writer, tail.position, nextPosition, (frame) => {
    figures.committed(frame.records, frame.bytes)
  })
  const maxLagBytes = options.maxLagBytes ?? engineLimits.LOG_LAG_BYTES_MAX
  const progress = new LogProgress(
    chain,
    manifest,
    maxLagBytes,
    () => committer.durableEnd,
    async () => {
      await writer.synced()
      await options.check?.()
    },
  )
  return new SegmentedCommitLog(chain, writer, committer, progress, figures)
}

/** Creates the manifest before any segment: a segment without a manifest means that something was lost. */
async function newLog(
  files: Files,
  directory: string,
  reached: number | undefined,
): Promise<LogManifest> {
  const names = await files.list(directory)
  if (names.some((name) => segmentBase(name) !== undefined)) {
    throw new LogDamagedError(join(directory, MANIFEST_NAME), 0, 'the manifest is missing')
  }
  if (reached !== undefined) throw new LogMissingError(directory, reached)
  const manifest = { start: 0, checkpoint: 0, knownEnd: 0, cursors: new Map<string, number>() }
  await storeManifest(files, directory, manifest)
  return manifest
}

async function firstSegment(
  chain: SegmentChain,
  start: number,
  now: number,
  random: Random,
): Promise<SegmentTail> {
  const created = await createSegment(chain, start, start, now, random)
  return { ...created, offset: SEGMENT_HEADER_BYTES, position: start, time: now }
}
