import { type InstanceCommand, type InstanceResult, administer } from '@rowhouse/server'
import { Command, Option } from 'commander'
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
  if (result.key === undefined) return 'done\n'
  const { id, secret, access } = result.key
  const name = 'name' in command ? command.name : ''
  return `instance   ${name}\naccess key ${id}  (${access})\nsecret     ${secret}\n`
}
