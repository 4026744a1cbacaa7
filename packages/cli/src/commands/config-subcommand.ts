import type { Command } from 'commander'
import {
  type ConnectionOptions,
  DEFAULT_PROFILE,
  clientCommand,
  parseAccessKey,
} from '../connection/connection.js'
import { originOf } from '../connection/endpoint.js'
import { type Profile, profilesPath, readProfiles, writeProfiles } from '../connection/profiles.js'
import { UseError } from '../connection/use-error.js'

interface ConfigOptions extends ConnectionOptions {
  readonly remove?: boolean
}

export function createCommand(): Command {
  return clientCommand(
    'config',
    'Keep an endpoint, an instance and an access key as a profile that the other commands use; show the profiles.',
  )
    .option('--remove', 'forget the profile')
    .addHelpText('after', '\nWithout a value to keep it shows the profiles, secrets left out.')
    .action((options: ConfigOptions) => run(options))
}

function run(options: ConfigOptions): void {
  const path = profilesPath(process.env)
  const profiles = readProfiles(path)
  const name = options.profile ?? process.env['ROWHOUSE_PROFILE'] ?? DEFAULT_PROFILE
  const given = givenOf(options)
  if (options.remove === true) {
    if (profiles[name] === undefined) throw new UseError(`${path} has no profile ${name}`)
    const { [name]: _, ...others } = profiles
    writeProfiles(path, others)
    show(others, path, options)
    return
  }
  if (Object.keys(given).length === 0) {
    show(profiles, path, options)
    return
  }
  if (given.endpoint !== undefined) originOf(given.endpoint)
  if (given.accessKey !== undefined) parseAccessKey(given.accessKey)
  const changed = { ...profiles, [name]: { ...profiles[name], ...given } }
  writeProfiles(path, changed)
  show(changed, path, options)
}

function givenOf({
  endpoint,
  instance,
  accessKey,
  stsToken,
  region,
  ...others
}: ConfigOptions): Profile {
  if (others.accessKeyFile !== undefined) {
    throw new UseError('a profile keeps the key itself: give --access-key')
  }
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(instance !== undefined && { instance }),
    ...(accessKey !== undefined && { accessKey }),
    ...(stsToken !== undefined && { stsToken }),
    ...(region !== undefined && { region }),
  }
}

function show(
  profiles: Readonly<Record<string, Profile>>,
  path: string,
  options: ConfigOptions,
): void {
  const shown = Object.entries(profiles).map(([profile, values]) => ({
    profile,
    ...masked(values),
  }))
  if (options.json === true) {
    for (const profile of shown) process.stdout.write(`${JSON.stringify(profile)}\n`)
    return
  }
  process.stdout.write(`${path}\n`)
  for (const { profile, ...values } of shown) {
    process.stdout.write(`\n${profile}\n`)
    for (const [name, value] of Object.entries(values)) {
      process.stdout.write(`  ${name.padEnd(10)} ${String(value)}\n`)
    }
  }
}

/** Shows only the id of the access key. */
const masked = ({ accessKey, stsToken, ...others }: Profile): Profile => ({
  ...others,
  ...(accessKey !== undefined && { accessKey: `${parseAccessKey(accessKey).id}:…` }),
  ...(stsToken !== undefined && { stsToken: '…' }),
})
