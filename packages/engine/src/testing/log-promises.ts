import assert from 'node:assert/strict'
import { TablestoreError } from '@rowhouse/protocol'
import type { CommitLog } from '../log/commit-log.js'

interface Appended {
  readonly position: number
  readonly payload: string
  /** Undefined until the writer has been told. */
  outcome: 'durable' | 'refused' | undefined
}

export interface FoundRecord {
  readonly position: number
  readonly payload: string
}

/** The promises of a log to its users, to be checked against its content after a failure. */
export class LogPromises {
  #records: Appended[] = []
  /** The values that may be found: the last promised one, and those requested since. */
  #checkpoints: number[] = [0]
  readonly #cursors = new Map<string, (number | undefined)[]>()

  /** Throws when the log takes no more. */
  append(log: CommitLog, payload: string): { readonly settled: Promise<void> } {
    const { position, durable } = log.append(Buffer.from(payload))
    const record: Appended = { position, payload, outcome: undefined }
    this.#records.push(record)
    const settled = durable.then(
      () => {
        record.outcome = 'durable'
      },
      (error: unknown) => {
        if (error instanceof TablestoreError) record.outcome = 'refused'
      },
    )
    return { settled }
  }

  async checkpoint(log: CommitLog, position: number): Promise<void> {
    this.#checkpoints.push(position)
    await log.checkpoint(position)
    // A checkpoint never goes back.
    const reached = Math.max(position, this.#checkpoints[0] ?? 0)
    this.#checkpoints = [reached, ...this.#checkpoints.filter((other) => other > reached)]
  }

  async setCursor(log: CommitLog, name: string, position: number): Promise<void> {
    this.#cursors.set(name, [...this.#possible(name), position])
    await log.setCursor(name, position)
    this.#cursors.set(name, [position])
  }

  async removeCursor(log: CommitLog, name: string): Promise<void> {
    this.#cursors.set(name, [...this.#possible(name), undefined])
    await log.removeCursor(name)
    this.#cursors.set(name, [undefined])
  }

  /**
   * Checks that the log has every durable record in order, at most a prefix of the others, and nothing
   * else.
   */
  async check(log: CommitLog): Promise<FoundRecord[]> {
    this.#checkProgress(log)
    const found: FoundRecord[] = []
    for await (const { position, payload } of log.read(log.start)) {
      found.push({ position, payload: payload.toString() })
    }
    const expected = this.#records
      .filter(({ position, outcome }) => position >= log.start && outcome !== 'refused')
      .sort((left, right) => left.position - right.position)
    const durable = expected.findLastIndex(({ outcome }) => outcome === 'durable') + 1
    assert.ok(found.length >= durable, `${durable} records are durable, ${found.length} were found`)
    const prefix = expected.slice(0, found.length)
    assert.deepEqual(
      found,
      prefix.map(({ position, payload }) => ({ position, payload })),
    )
    return found
  }

  /** From now on the log must keep the records that were found. */
  renew(log: CommitLog, found: readonly FoundRecord[]): void {
    this.#records = found.map((record) => ({ ...record, outcome: 'durable' }))
    this.#checkpoints = [log.checkpointed]
    for (const name of this.#cursors.keys()) this.#cursors.set(name, [log.cursors().get(name)])
  }

  #checkProgress(log: CommitLog): void {
    const cursors = log.cursors()
    assert.ok(this.#checkpoints.includes(log.checkpointed), `checkpoint ${log.checkpointed}`)
    for (const [name, possible] of this.#cursors) {
      assert.ok(possible.includes(cursors.get(name)), `cursor ${name}`)
    }
    const needed = Math.min(log.checkpointed, ...cursors.values())
    assert.ok(log.start <= needed, `${needed} is needed, the log begins at ${log.start}`)
  }

  #possible(name: string): readonly (number | undefined)[] {
    return this.#cursors.get(name) ?? [undefined]
  }
}
