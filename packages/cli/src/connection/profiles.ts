import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { UseError } from './use-error.js'

/** The server and the key of a command's connection. */
export interface Profile {
  readonly endpoint?: string
  readonly instance?: string
  /** ID:SECRET */
  readonly accessKey?: string
  readonly stsToken?: string
  /** Signs V4 for this region. */
  readonly region?: string
}

export type Profiles = Readonly<Record<string, Profile>>

type Environment = Readonly<Record<string, string | undefined>>

const MEMBERS = ['endpoint', 'instance', 'accessKey', 'stsToken', 'region'] as const

export function profilesPath(environment: Environment): string {
  const own = environment['ROWHOUSE_PROFILES']
  if (own !== undefined) return own
  const configuration = environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  return join(configuration, 'rowhouse', 'profiles.json')
}

/** Empty when the file is missing. */
export function readProfiles(path: string): Profiles {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {}
    throw error
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) {
      return Object.fromEntries(
        Object.entries(parsed).map(([name, value]) => [name, profileOf(value)]),
      )
    }
  } catch {
    // The error below does not contain the text, which has secrets.
  }
  throw new UseError(`${path} is not the file of profiles that "rowhouse config" writes`)
}

/** Replaces the file; only the user may read it, because it has secrets. */
export function writeProfiles(path: string, profiles: Profiles): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.next`
  writeFileSync(next, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 })
  // The mode of writeFile applies only to new files.
  chmodSync(next, 0o600)
  renameSync(next, path)
}

function profileOf(value: unknown): Profile {
  if (!isObject(value)) return {}
  const members = MEMBERS.flatMap((name): [string, string][] => {
    const member = value[name]
    return typeof member === 'string' ? [[name, member]] : []
  })
  return Object.fromEntries(members)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
