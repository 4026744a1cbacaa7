import { basename, join } from 'node:path'
import type { FileHandle, Files } from '@rowhouse/platform'
import { z } from 'zod/mini'
import { consoleLimits } from '../limits.js'
import { type SampleJob, readGateJson, writeGateJson } from '../shapes/index.js'

/** A job and the identity of the instance that it belongs to. */
export interface StoredJob {
  readonly instance: string
  readonly job: SampleJob
}

/** Where jobs are remembered beyond the life of the server. */
export interface JobKeeper {
  save(stored: StoredJob): void
  remove(id: string): void
  /** Resolves when all that was told until now is done. */
  settled(): Promise<void>
}

export interface JobFolderOptions {
  readonly files: Files
  readonly path: string
  /** Of files that cannot be read or written: a job that is lost keeps no server from serving. */
  readonly onProblem: (error: unknown, file: string) => void
}

const VERSION = 1
const ENDING = '.json'
const NEW_ENDING = '.new'

/** Keeps each job in a file of its own, which is replaced as a whole. */
export class JobFolder implements JobKeeper {
  readonly #options: JobFolderOptions
  #last: Promise<void> = Promise.resolve()

  constructor(options: JobFolderOptions) {
    this.#options = options
  }

  /** The oldest first. What was running when the server ended was cut off. */
  async read(): Promise<readonly StoredJob[]> {
    const { files, path } = this.#options
    const stored: StoredJob[] = []
    for (const name of await files.list(path)) {
      // A write that was cut off has left it.
      if (name.endsWith(NEW_ENDING)) this.#then(name, (file) => files.remove(file))
      if (!name.endsWith(ENDING)) continue
      const one = await this.#readFile(join(path, name))
      if (one !== undefined) stored.push(one)
    }
    return stored.toSorted((a, b) => Number(a.job.id) - Number(b.job.id))
  }

  save({ instance, job }: StoredJob): void {
    const text = writeGateJson({ version: VERSION, instance, job })
    const bytes = Buffer.from(text, 'utf8')
    // Its earlier state would be wrong by now.
    if (bytes.length > consoleLimits.SAMPLE_JOB_BYTES_MAX) this.remove(job.id)
    else this.#then(`${job.id}${ENDING}`, (file) => this.#write(file, bytes))
  }

  remove(id: string): void {
    const { files, path } = this.#options
    const name = `${id}${ENDING}`
    this.#then(name, async (file) => {
      if ((await files.list(path)).includes(name)) await files.remove(file)
    })
  }

  settled(): Promise<void> {
    return this.#last
  }

  /** One after the other, so that the last one counts. */
  #then(name: string, change: (file: string) => Promise<void>): void {
    const { path, onProblem } = this.#options
    const file = join(path, name)
    this.#last = this.#last.then(() =>
      change(file).catch((error: unknown) => onProblem(error, file)),
    )
  }

  async #write(file: string, bytes: Buffer): Promise<void> {
    const { files, path } = this.#options
    await files.makeDirectory(path)
    const temporary = `${file}${NEW_ENDING}`
    if ((await files.list(path)).includes(basename(temporary))) await files.remove(temporary)
    await using(await files.open(temporary, 'create'), async (handle) => {
      await handle.write(bytes, 0)
      await handle.datasync()
    })
    await files.rename(temporary, file)
    await files.syncDirectory(path)
  }

  async #readFile(file: string): Promise<StoredJob | undefined> {
    const { files, onProblem } = this.#options
    try {
      const bytes = await using(await files.open(file, 'read'), async (handle) =>
        handle.read(0, Math.min(await handle.size(), consoleLimits.SAMPLE_JOB_BYTES_MAX)),
      )
      return storedJob(readGateJson(bytes.toString('utf8')))
    } catch (error) {
      onProblem(error, file)
      return undefined
    }
  }
}

function storedJob(contents: unknown): StoredJob {
  const { instance, job } = fileShape.parse(contents)
  const { endedAt, progress, reason, result, state } = job
  const cut = state === 'running' ? 'cut' : state
  return { instance, job: { ...job, endedAt, progress, reason, result, state: cut } }
}

const fileShape = z.object({
  version: z.literal(VERSION),
  instance: z.string(),
  job: z.object({
    id: z.string().check(z.regex(/^\d{1,15}$/)),
    task: z.custom<SampleJob['task']>((task) => typeof task === 'object' && task !== null),
    state: z.enum(['running', 'done', 'failed', 'stopped', 'cut']),
    startedAt: z.number(),
    endedAt: z.optional(z.number()),
    progress: z.optional(z.custom<SampleJob['progress']>((one) => typeof one === 'object')),
    result: z.optional(z.unknown()),
    reason: z.optional(z.string()),
    requests: z.custom<SampleJob['requests']>((requests) => Array.isArray(requests)),
  }),
})

async function using<T>(handle: FileHandle, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}
