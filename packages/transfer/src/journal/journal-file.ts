import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { TransferError } from '../errors.js'

/** Identifies the transfer of a journal: it is valid only for the same files, table and options. */
export type JournalIdentity = Readonly<Record<string, unknown>>

/**
 * The progress of a transfer in one small file that is replaced atomically. After `kill -9` it has what was
 * saved last, which is never more than what was done.
 */
export class JournalFile<State> {
  readonly path: string
  readonly #identity: JournalIdentity
  readonly #read: (state: unknown) => State

  constructor(path: string, identity: JournalIdentity, read: (state: unknown) => State) {
    this.path = path
    this.#identity = identity
    this.#read = read
  }

  /** Undefined if nothing was begun. Throws TransferError for the journal of another transfer. */
  async load(): Promise<State | undefined> {
    let text: string
    try {
      text = await readFile(this.path, 'utf8')
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
    const found = parse(text)
    const isSame =
      found !== undefined && JSON.stringify(found.identity) === JSON.stringify(this.#identity)
    if (isSame) return this.#read(found.state)
    throw new TransferError(
      `the journal ${this.path} is of other files or options: give --restart to begin anew`,
    )
  }

  async save(state: State): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true })
    const next = `${this.path}.next`
    const file = await open(next, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ identity: this.#identity, state })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(next, this.path)
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }
}

function parse(text: string): { readonly identity: unknown; readonly state: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isJournal =
      typeof value === 'object' && value !== null && 'identity' in value && 'state' in value
    return isJournal ? { identity: value.identity, state: value.state } : undefined
  } catch {
    return undefined
  }
}
