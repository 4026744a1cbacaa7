import { resolvePlace, restoreData, restoreDataTo } from '@rowhouse/server'
import { type Command, InvalidArgumentError } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'
import { parseMoment } from '../moment.js'

interface RestoreOptions extends DataOptions {
  readonly from?: string
  readonly to?: number
}

export function createCommand(): Command {
  const command = dataCommand(
    'restore',
    'Make a new data folder of a backup, once all of its checksums are right; search indexes are built when it is served.',
    'the data folder to make: empty, or not there',
  )
  return command
    .argument('[place]', 'a backup that "rowhouse backup" has made, in a folder or s3://…')
    .option('--from <PLACE>', 'a continuous backup instead: what serve --backup-to names')
    .option('--to <TIME>', 'with --from: the moment to go back to; the newest without it', momentOf)
    .option('--store <KIND>', 'the store of the new folder, as "rowhouse serve" has it')
    .action(async (folder: string | undefined, options: RestoreOptions) => {
      if ((folder === undefined) === (options.from === undefined)) {
        command.error('error: name the folder of a backup, or with --from that of a continuous one')
      }
      if (options.from !== undefined) await restoreMoment(options.from, options)
      else if (options.to !== undefined) command.error('error: --to needs --from')
      else if (folder !== undefined) await restoreWhole(folder, options)
    })
}

function momentOf(text: string): number {
  const moment = parseMoment(text)
  if (moment !== undefined) return moment
  throw new InvalidArgumentError('It must look like 2026-01-31T12:00:00.000Z.')
}

async function restoreWhole(folder: string, options: RestoreOptions): Promise<void> {
  const configuration = configurationOf(options)
  const restored = await restoreData(configuration, resolvePlace(folder))
  const { entries, createdAt, position } = restored
  const what = `${entries} entries restored to ${configuration.data}`
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(restored)}\n`
      : `${what}, from the backup of ${timeText(createdAt)}, position ${position}\n`,
  )
}

async function restoreMoment(from: string, options: RestoreOptions): Promise<void> {
  const configuration = configurationOf(options)
  const restored = await restoreDataTo(configuration, resolvePlace(from), options.to)
  const { position, lastWriteAt, writesLeftOut, coveredUntil, entries, baseCreatedAt } = restored
  const lastWrite = lastWriteAt === undefined ? 'not known' : timeText(lastWriteAt)
  const lines = [
    `restored to    ${configuration.data}`,
    `up to          position ${position} of the log`,
    `last write     ${lastWrite}`,
    `left out       ${writesLeftOut} later writes, of all that came before ${timeText(coveredUntil)}`,
    `made of        ${entries} entries of ${timeText(baseCreatedAt)} and ${restored.logBytes} bytes of log`,
  ]
  process.stdout.write(
    options.json === true ? `${JSON.stringify(restored)}\n` : `${lines.join('\n')}\n`,
  )
}

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString()
