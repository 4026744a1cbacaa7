import {
  type InstanceCommand,
  type InstanceResult,
  type StoredLimits,
  administer,
  parseLimit,
} from '@rowhouse/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'

export function createCommand(): Command {
  const command = new Command('instance').description(
    'Work on the instances of a data folder, whether a server runs on it or not.',
  )
  command.addCommand(createCreate())
  command.addCommand(createList())
  command.addCommand(createDelete())
  command.addCommand(createAddKey())
  command.addCommand(createRemoveKey())
  command.addCommand(createRotateKey())
  command.addCommand(createLimit())
  return command
}

const accessOption = (): Option =>
  new Option('--access <MODE>', 'what the key may do')
    .choices(['read-only', 'read-write'])
    .default('read-write')

interface CreateOptions extends DataOptions {
  readonly type: 'performance' | 'capacity'
}

function createCreate(): Command {
  return dataCommand('create', 'create an instance and an access key')
    .argument('<name>')
    .addOption(
      new Option('--type <TYPE>', 'tables of a capacity instance reserve no throughput')
        .choices(['performance', 'capacity'])
        .default('performance'),
    )
    .action((name: string, options: CreateOptions) =>
      run(options, { action: 'create', name, type: options.type }),
    )
}

function createList(): Command {
  return dataCommand('list', 'list the instances and their access keys').action(
    (options: DataOptions) => run(options, { action: 'list' }),
  )
}

function createDelete(): Command {
  return dataCommand('delete', 'delete an instance')
    .argument('<name>')
    .option('--force', 'delete its tables too')
    .action((name: string, options: DataOptions & { readonly force?: boolean }) =>
      run(options, { action: 'delete', name, force: options.force === true }),
    )
}

interface AddKeyOptions extends DataOptions {
  readonly access: 'read-only' | 'read-write'
  readonly stsToken?: string
}

function createAddKey(): Command {
  return dataCommand('add-key', 'add an access key')
    .argument('<name>')
    .addOption(accessOption())
    .option('--sts-token <TOKEN>', 'a token that requests must carry too')
    .action((name: string, options: AddKeyOptions) => {
      const { access, stsToken } = options
      return run(options, { action: 'add-key', name, access, stsToken })
    })
}

function createRemoveKey(): Command {
  return dataCommand('remove-key', 'remove an access key')
    .argument('<name>')
    .argument('<key-id>')
    .action((name: string, keyId: string, options: DataOptions) =>
      run(options, { action: 'remove-key', name, keyId }),
    )
}

function createRotateKey(): Command {
  return dataCommand('rotate-key', 'put a new access key in the place of an old one')
    .argument('<name>')
    .argument('[key-id]', 'which one; may be left out when there is only one')
    .option('--keep-old', 'let the old key work until it is removed')
    .action(
      (
        name: string,
        keyId: string | undefined,
        options: DataOptions & { readonly keepOld?: boolean },
      ) => run(options, { action: 'rotate-key', name, keyId, keepOld: options.keepOld === true }),
    )
}

interface LimitOptions extends DataOptions {
  readonly key?: string
  readonly requestsPerSecond?: Limit
  readonly concurrent?: Limit
  readonly bytesInFlight?: Limit
}

function createLimit(): Command {
  return dataCommand('limit', 'limit what an instance or one of its keys may ask; or show it')
    .argument('<name>')
    .option('--key <ID>', 'limits of this access key, beside those of the instance')
    .addOption(limitOption('--requests-per-second <N>', 'requests a second'))
    .addOption(limitOption('--concurrent <N>', 'requests at a time'))
    .addOption(limitOption('--bytes-in-flight <SIZE>', 'bodies of those requests together'))
    .addHelpText('after', "\nInstead of a number: none, or default for the server's own.")
    .action((name: string, options: LimitOptions) => {
      const { key: keyId, requestsPerSecond, concurrent, bytesInFlight } = options
      const change = { requestsPerSecond, concurrent, bytesInFlight }
      return run(options, { action: 'limit', name, keyId, change })
    })
}

type Limit = number | 'none' | 'default'

const limitOption = (flags: string, help: string): Option =>
  new Option(flags, help).argParser((text: string): Limit => {
    const limit = parseLimit(text)
    if (limit !== undefined) return limit
    throw new InvalidArgumentError('It must be a number from 1, none or default.')
  })

async function run(options: DataOptions, command: InstanceCommand): Promise<void> {
  const result = await administer(configurationOf(options), command)
  process.stdout.write(
    options.json === true ? `${JSON.stringify(result)}\n` : describe(command, result),
  )
}

function describe(command: InstanceCommand, result: InstanceResult): string {
  if (result.instances !== undefined) {
    const lines = result.instances.flatMap(({ name, type, keys }) => [
      type === 'performance' ? name : `${name}  (${type})`,
      ...keys.map(({ id, access }) => `  ${id}  ${access}`),
    ])
    return lines.length === 0 ? 'no instances\n' : `${lines.join('\n')}\n`
  }
  if (result.limits !== undefined) return describeLimits(result.limits)
  if (result.key === undefined) return 'done\n'
  const { id, secret, access } = result.key
  const name = 'name' in command ? command.name : ''
  return `instance   ${name}\naccess key ${id}  (${access})\nsecret     ${secret}\n`
}

function describeLimits(limits: StoredLimits): string {
  const line = (name: string, limit: number | 'none' | undefined): string =>
    `${name.padEnd(20)}${limit ?? 'default'}\n`
  return (
    line('requests per second', limits.requestsPerSecond) +
    line('concurrent', limits.concurrent) +
    line('bytes in flight', limits.bytesInFlight)
  )
}
