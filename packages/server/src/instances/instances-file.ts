import { join } from 'node:path'
import { DataFolderError } from '@rowhouse/store'
import type { FileHandle, Files } from '@rowhouse/platform'
import { z } from 'zod/mini'
import { storedLimits } from '../admission/tenant-limits.js'
import { brokenJsonLine } from '../configuration/broken-json-line.js'
import { type Instance, instanceId, isAccessKeyId, isInstanceName } from './instance.js'

const FILE_NAME = 'instances.json'
const NEW_FILE_NAME = 'instances.json.new'
const VERSION = 1

/** The file of instances and access keys. It has mode 0600, because the secrets are in it. */
export const instancesFile = (folder: string): string => join(folder, FILE_NAME)

const accessKey = z.object({
  id: z.string().check(z.refine(isAccessKeyId)),
  secret: z.string().check(z.minLength(1)),
  access: z.enum(['read-only', 'read-write']),
  stsToken: z.optional(z.string()),
  limits: z.optional(storedLimits),
})

const contents = z.object({
  version: z.literal(VERSION),
  instances: z.array(
    z.object({
      name: z.string().check(z.refine(isInstanceName)),
      // Files of earlier versions have none.
      identity: z.optional(z.string().check(z.minLength(1))),
      // The default is left out, so that files of earlier versions read the same.
      type: z.optional(z.literal('capacity')),
      keys: z.array(accessKey),
      limits: z.optional(storedLimits),
    }),
  ),
})

const newerContents = z.object({ version: z.number().check(z.gt(VERSION)) })

export const hasInstancesFile = async (files: Files, folder: string): Promise<boolean> =>
  (await files.list(folder)).includes(FILE_NAME)

/** Names of instances that have tables but are missing from the file. */
export function unknownInstances(
  known: readonly Instance[],
  withTables: Iterable<string>,
): readonly string[] {
  const ids = new Set(known.map(({ name }) => instanceId(name)))
  return [...new Set(withTables)].filter((name) => !ids.has(instanceId(name)))
}

/** Empty when the folder has no such file yet. */
export async function readInstances(files: Files, folder: string): Promise<Instance[]> {
  if (!(await hasInstancesFile(files, folder))) return []
  const file = instancesFile(folder)
  const json = parseJson(await readText(files, file), file)
  const newer = z.safeParse(newerContents, json)
  if (newer.success) {
    const text = `${file} has version ${newer.data.version}, written by a newer version of Rowhouse`
    throw new DataFolderError('newer', `${text}; this version knows versions up to ${VERSION}.`)
  }
  const parsed = z.safeParse(contents, json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw damaged(file, `${issue?.path.join('.')}: ${issue?.message}`)
  }
  return parsed.data.instances.map(
    ({ name, identity, type, keys, limits }): Instance => ({
      name,
      identity,
      type: type ?? 'performance',
      keys: keys.map((key) => ({ ...key, stsToken: key.stsToken })),
      limits,
    }),
  )
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(file, `it stops being JSON on line ${brokenJsonLine(text)}`)
  }
}

const damaged = (file: string, what: string): DataFolderError =>
  new DataFolderError(
    'damaged',
    `${file} is damaged (${what}). Put right what was changed, or take the file of a backup.`,
  )

async function readText(files: Files, path: string): Promise<string> {
  return withHandle(await files.open(path, 'read'), async (handle) => {
    const bytes = await handle.read(0, await handle.size())
    return bytes.toString('utf8')
  })
}

/** Replaces the whole file: after a crash the folder has the old one or the new one. */
export async function writeInstances(
  files: Files,
  folder: string,
  instances: readonly Instance[],
): Promise<void> {
  const temporary = join(folder, NEW_FILE_NAME)
  if ((await files.list(folder)).includes(NEW_FILE_NAME)) await files.remove(temporary)
  const text = `${JSON.stringify({ version: VERSION, instances: instances.map(inFile) }, undefined, 2)}\n`
  await withHandle(await files.open(temporary, 'create'), async (handle) => {
    await handle.write(Buffer.from(text, 'utf8'), 0)
    await handle.datasync()
  })
  await files.rename(temporary, instancesFile(folder))
  await files.syncDirectory(folder)
}

const inFile = ({ name, type, ...others }: Instance): object =>
  type === 'capacity' ? { name, type, ...others } : { name, ...others }

async function withHandle<T>(
  handle: FileHandle,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}
