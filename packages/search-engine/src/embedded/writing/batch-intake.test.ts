import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IndexPart } from '../../indexes/part-builder.js'
import { BatchIntake, type IntakeTarget, type PlacedPart } from './batch-intake.js'
import type { GivenImages } from './given-batch.js'
import type { RemoteParts } from '../merging/merging-thread-link.js'

const START = { position: 0, note: Buffer.from('start') }
/** Images of one byte, the number of their batch. */
const images = (batch: number): GivenImages => ({
  count: 1,
  packed: Uint8Array.of(batch),
  feed: () => undefined,
})

/** A part whose content is the numbers of its batches. */
const partOf = (batches: readonly number[]): IndexPart => ({
  content: Uint8Array.from(batches),
  removed: [],
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Another thread that does one step whenever the test says so. */
class Elsewhere implements RemoteParts {
  readonly memoryBytes = 0
  readonly done: Promise<readonly IndexPart[]>
  readonly #given: number[] = []
  readonly #taken: number[] = []
  #settle: (parts: readonly IndexPart[]) => void = () => undefined
  #fail: (error: Error) => void = () => undefined
  #listener = (): void => undefined
  #isFinished = false

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#settle = resolve
      this.#fail = reject
    })
  }

  add(packed: Uint8Array): void {
    this.#given.push(...packed)
  }

  finish(): void {
    this.#isFinished = true
  }

  stop(): void {
    this.die()
  }

  onTaken(listener: () => void): void {
    this.#listener = listener
  }

  step(): void {
    const next = this.#given.shift()
    if (next !== undefined) {
      this.#taken.push(next)
      this.#listener()
    } else if (this.#isFinished) this.#settle(this.#taken.map((batch) => partOf([batch])))
  }

  die(): void {
    this.#fail(new Error('it has ended'))
  }
}

class Run implements IntakeTarget {
  readonly adopted: PlacedPart[] = []
  readonly remotes: Elsewhere[] = []
  readonly failures: unknown[] = []
  #here: number[] = []

  async take({ packed }: GivenImages): Promise<boolean> {
    await turn()
    this.#here.push(...(packed ?? []))
    return this.#here.length >= 3
  }

  takePart(): IndexPart {
    const part = partOf(this.#here)
    this.#here = []
    return part
  }

  adopt(placed: PlacedPart): void {
    this.adopted.push(placed)
  }

  elsewhere(): RemoteParts {
    const remote = new Elsewhere()
    this.remotes.push(remote)
    return remote
  }

  failed(error: unknown): void {
    this.failures.push(error)
  }

  get batches(): number[] {
    return this.adopted.flatMap(({ part }) => [...(part.content ?? [])])
  }
}

test('batches become searchable in order and with their positions, from either thread', async () => {
  const step = fc.constantFrom('give', 'give', 'step', 'step', 'turn', 'end', 'die')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
      const run = new Run()
      const intake = new BatchIntake(run, START, { images: 5, bytes: 1_000 })
      const taken: Promise<void>[] = []
      for (const kind of steps) {
        if (kind === 'give') {
          const position = taken.length + 1
          const note = Buffer.from(`after ${position}`)
          taken.push(intake.give({ images: images(position), position, note }))
        } else if (kind === 'step') for (const remote of run.remotes) remote.step()
        else if (kind === 'end') intake.endGroup()
        else if (kind === 'die') run.remotes.at(-1)?.die()
        else await turn()
      }
      let isFinished = false
      const finished = intake.finished().then(() => {
        isFinished = true
      })
      while (!isFinished) {
        for (const remote of run.remotes) remote.step()
        await turn()
      }
      await finished
      await Promise.all(taken)
      expect(run.failures).toEqual([])
      expect(run.batches).toEqual(taken.map((_, index) => index + 1))
      let count = 0
      for (const { part, place } of run.adopted) {
        count += part.content?.length ?? 0
        if (place !== undefined) expect(place.position).toBe(count)
      }
      if (taken.length > 0) {
        expect(run.adopted.at(-1)?.place?.note.toString()).toBe(`after ${taken.length}`)
      }
      expect(intake.waitingBytes).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('another thread takes in the batches after those of this thread', async () => {
  const run = new Run()
  const intake = new BatchIntake(run, START, { images: 2, bytes: 1_000 })
  const taken = [1, 2, 3, 4, 5].map((position) =>
    intake.give({ images: images(position), position, note: undefined }),
  )
  expect(run.remotes).toHaveLength(1)
  await Promise.all([taken[0], taken[1], taken[4]])
  expect(run.batches).toEqual([1, 2])
  const finished = intake.finished()
  for (let number = 0; number < 3; number++) run.remotes[0]?.step()
  await finished
  expect(run.batches).toEqual([1, 2, 3, 4, 5])
})

test('batches that are not taken in before the close get an error', async () => {
  const run = new Run()
  const intake = new BatchIntake(run, START, { images: 2, bytes: 1_000 })
  const taken = intake.give({ images: images(1), position: 1, note: undefined })
  const finished = intake.finished()
  intake.close()
  await expect(taken).rejects.toThrow('closed')
  await expect(finished).rejects.toThrow('closed')
  await expect(intake.give({ images: images(2), position: 2, note: undefined })).rejects.toThrow()
  await turn()
  await turn()
  expect(run.batches).toEqual([])
})
