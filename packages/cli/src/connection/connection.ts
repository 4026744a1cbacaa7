import { readFileSync } from 'node:fs'
import { Client, type ClientOptions } from '@rowhouse/client'
import { Command } from 'commander'
import { type Profile, profilesPath, readProfiles } from './profiles.js'
import { UseError } from './use-error.js'

/** The options of every command that connects to a server. */
export interface ConnectionOptions extends Profile {
  readonly accessKeyFile?: string
  readonly profile?: string
  readonly json?: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_PROFILE = 'default'

/** A command with the options of a connection. */
export function clientCommand(name: string, description: string): Command {
  return connectionOptions(new Command(name).description(description)).option(
    '--json',
    'print JSON lines',
  )
}

export function connectionOptions(command: Command): Command {
  return command
    .option('--endpoint <URL>', 'address of the server or service (ROWHOUSE_ENDPOINT)')
    .option('--instance <NAME>', 'instance (ROWHOUSE_INSTANCE)')
    .option('--access-key <ID:SECRET>', 'access key (ROWHOUSE_ACCESS_KEY)')
    .option('--access-key-file <FILE>', 'file with the ID:SECRET (ROWHOUSE_ACCESS_KEY_FILE)')
    .option('--sts-token <TOKEN>', 'token of a temporary key (ROWHOUSE_STS_TOKEN)')
    .option('--region <REGION>', 'sign V4, for this region (ROWHOUSE_REGION)')
    .option(
      '--profile <NAME>',
      `profile of "rowhouse config" (default: ${DEFAULT_PROFILE}; ROWHOUSE_PROFILE)`,
    )
}

/** The given parts of a connection: options win over variables, and variables over the profile. */
export function givenConnection(
  options: ConnectionOptions,
  environment: Environment,
): Omit<Profile, 'accessKey'> & { readonly key?: ReturnType<typeof parseAccessKey> } {
  const profile = profileOf(options, environment)
  const endpoint = options.endpoint ?? environment['ROWHOUSE_ENDPOINT'] ?? profile.endpoint
  const instance = options.instance ?? environment['ROWHOUSE_INSTANCE'] ?? profile.instance
  const accessKey = accessKeyOf(options, environment) ?? profile.accessKey
  const stsToken = options.stsToken ?? environment['ROWHOUSE_STS_TOKEN'] ?? profile.stsToken
  const region = options.region ?? environment['ROWHOUSE_REGION'] ?? profile.region
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(instance !== undefined && { instance }),
    ...(accessKey !== undefined && { key: parseAccessKey(accessKey) }),
    ...(stsToken !== undefined && { stsToken }),
    ...(region !== undefined && { region }),
  }
}

/**
 * A complete connection. Throws UseError for missing parts; `prefix` begins the names of options in
 * errors.
 */
export function connectionOf(
  options: ConnectionOptions,
  environment: Environment,
  prefix = '',
): ClientOptions {
  const { endpoint, instance, key, stsToken: token, region } = givenConnection(options, environment)
  if (endpoint === undefined) throw missing(`--${prefix}endpoint`)
  if (instance === undefined) throw missing(`--${prefix}instance`)
  if (key === undefined) throw missing(`--${prefix}access-key`)
  return {
    endpoint,
    instance,
    accessKey: { ...key, ...(token !== undefined && { token }) },
    ...(region !== undefined && { signature: { version: 'v4', region } }),
  }
}

export const connect = (options: ConnectionOptions): Client =>
  new Client(connectionOf(options, process.env))

/** The secret is never part of an error, because errors are shown and logged. */
export function parseAccessKey(text: string): { readonly id: string; readonly secret: string } {
  const at = text.indexOf(':')
  const [id, secret] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || secret === '') throw new UseError('the access key is not ID:SECRET')
  return { id, secret }
}

function accessKeyOf(options: ConnectionOptions, environment: Environment): string | undefined {
  if (options.accessKey !== undefined && options.accessKeyFile !== undefined) {
    throw new UseError('give --access-key or --access-key-file, not both')
  }
  const ownFile = options.accessKey === undefined ? options.accessKeyFile : undefined
  if (ownFile !== undefined) return readFileSync(ownFile, 'utf8').trim()
  const key = options.accessKey ?? environment['ROWHOUSE_ACCESS_KEY']
  const file = environment['ROWHOUSE_ACCESS_KEY_FILE']
  return key ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())
}

function profileOf(options: ConnectionOptions, environment: Environment): Profile {
  const asked = options.profile ?? environment['ROWHOUSE_PROFILE']
  const path = profilesPath(environment)
  const profile = readProfiles(path)[asked ?? DEFAULT_PROFILE]
  if (profile !== undefined) return profile
  if (asked === undefined) return {}
  throw new UseError(`${path} has no profile ${asked}`)
}

const missing = (option: string): UseError =>
  new UseError(
    `${option} is missing: give it, its variable, or a profile ("rowhouse config --help")`,
  )
