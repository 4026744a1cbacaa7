import { writeHelp } from './help.js'
import { alter } from './alter.js'
import { code } from './code.js'
import { type Command, Given } from './command.js'
import { config } from './config.js'
import { create } from './create.js'
import { createIndex, dropIndex } from './create-index.js'
import { del } from './del.js'
import { desc } from './desc.js'
import { drop } from './drop.js'
import { exportRows } from './export-rows.js'
import { get } from './get.js'
import { getSplits } from './get-splits.js'
import { importRows } from './import-rows.js'
import { list } from './list.js'
import { notServed } from './not-served.js'
import { output } from './output.js'
import { pressCheck, pressInput } from './press.js'
import { put } from './put.js'
import { scan } from './scan.js'
import { search } from './search.js'
import {
  createSearchIndex,
  describeSearchIndex,
  dropSearchIndex,
  listSearchIndex,
} from './search-indexes.js'
import { update } from './update.js'
import { use } from './use.js'

const help: Command = {
  name: 'help',
  summary: 'Show all commands, or one.',
  samples: ['help', 'help put', 'put help'],
  flags: [],
  words: '[COMMAND]',
  run: (session, given) => writeHelp(session, given, commands),
}

const clear: Command = {
  name: 'clear',
  summary: 'Clear the screen.',
  samples: ['clear'],
  flags: [],
  run(session) {
    if (session.terminal.isInteractive) session.write('\u001b[2J\u001b[H')
  },
}

const leave = (name: string): Command => ({
  name,
  summary: 'Leave the shell.',
  samples: [name],
  flags: [],
  run(session) {
    session.isOver = true
  },
})

/** All commands in the order of their names. */
export const commands: readonly Command[] = [
  alter,
  clear,
  code,
  config,
  create,
  createIndex,
  createSearchIndex,
  del,
  desc,
  describeSearchIndex,
  drop,
  dropIndex,
  dropSearchIndex,
  leave('exit'),
  exportRows,
  get,
  getSplits,
  help,
  importRows,
  list,
  listSearchIndex,
  output,
  pressCheck,
  pressInput,
  put,
  leave('quit'),
  scan,
  search,
  update,
  use,
  ...notServed,
].sort((one, other) => (one.name < other.name ? -1 : 1))

export const findCommand = (name: string): Command | undefined =>
  commands.find((command) => command.name === name || command.aliases?.includes(name) === true)

/** The help of one command, as in `put help`. */
export const helpOf = ({ name }: Command): Given => new Given(new Map(), [name])

export const helpCommand = help
