import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import type { IndexFolder } from '../../indexes/index-folder.js'
import type { MergeResult } from '../../indexes/index-writer.js'
import type { MergedPlaces } from '../../segments/merge/merge-segments.js'
import type { SegmentSink } from '../../segments/format/segment-writer.js'
import { SharedSink } from '../threads/shared-sink.js'

/** Makes one merged segment, yielding now and then. */
export type MergeSteps = (sink: SegmentSink) => Generator<void, MergedPlaces>

export interface MergeTarget {
  readonly folder: IndexFolder
  readonly id: number
  readonly isInMemory: boolean
  /** Awaited between its steps, so that other work runs. */
  readonly pause?: () => Promise<void>
}

/**
 * Runs a merge in this thread, in slices. Answers the merged segment, or undefined when it is in
 * its file; the answer is meaningless if the merge was stopped.
 */
export async function mergeHere(
  steps: MergeSteps,
  { folder, id, isInMemory, pause: others = letOthersGoFirst }: MergeTarget,
  isStopped: () => boolean,
): Promise<MergeResult> {
  await others()
  if (isInMemory) {
    const sink = new SharedSink()
    const places = await run(steps(sink), others, isStopped)
    return { content: sink.take(), places }
  }
  const file = await folder.createSegment(id)
  try {
    const pause = async (): Promise<void> => {
      await file.empty()
      await others()
    }
    const places = await run(steps(file), pause, isStopped)
    await file.finish()
    return { content: undefined, places }
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
}

async function run(
  steps: ReturnType<MergeSteps>,
  pause: () => Promise<void>,
  isStopped: () => boolean,
): Promise<MergedPlaces> {
  while (!isStopped()) {
    const { done, value } = steps.next()
    if (done === true) return value
    await pause()
  }
  return []
}
