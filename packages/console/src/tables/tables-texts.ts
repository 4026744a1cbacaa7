import type { RoomTexts } from '../texts/room-texts.js'
import { ja } from './texts/tables-ja.js'
import { zhCn } from './texts/tables-zh-cn.js'
import { zhTw } from './texts/tables-zh-tw.js'

const en = {
  title: (table: string) => `Settings of ${table}`,
  readOnly: 'This key reads only: nothing can be changed here.',
  options: 'Options',
  change: 'Change the table',
  fields: {
    timeToLive: 'Time to live (seconds)',
    maxVersions: 'Versions of a column',
    maxTimeDeviation: 'Allowed deviation of times (seconds)',
    readUnits: 'Reserved read units',
    writeUnits: 'Reserved write units',
  },
  rules: {
    tableName:
      'A table has a name of up to 255 letters, digits and _, which does not begin with a digit.',
    columnName: 'The name of a column has up to 255 bytes and does not begin with #.',
    nameTwice: 'Another column of the key has this name.',
    timeToLive:
      '-1 for ever, otherwise at least 86400: a day. A table with a secondary or a search index keeps -1, unless updates are forbidden.',
    maxVersions: 'At least 1. Older versions go when newer ones are written.',
    maxTimeDeviation: 'How far the time of a written version may be from the clock of the server.',
    readUnits: 'Units that are paid for whether they are used or not; 0 for none.',
    writeUnits: 'Changed at most as often as the service allows: once in two minutes.',
  },
  defined: 'Defined columns',
  noneDefined:
    'None. A row may have any column; a secondary index holds only columns that are defined here.',
  definedHelp:
    'At most 32. They have the type that is named here, and secondary indexes may hold them. One that is taken out keeps its values in the rows.',
  newColumn: 'Name of the column',
  newType: 'Type of the column',
  define: 'Define the column',
  undefine: (column: string) => `Take out ${column}`,
  heldBy: (index: string) => `in the index ${index}`,
  indexes: 'Secondary indexes',
  noIndexes: 'There is no secondary index.',
  createIndex: 'Create an index',
  name: 'Name',
  type: 'Type',
  key: 'Key',
  firstKey: 'First column of its key',
  columns: 'Columns',
  state: 'State',
  action: 'Action',
  building: 'being built',
  ready: 'up to date',
  noDefined: 'The table has no defined columns, and an index holds only those.',
  globalRule: 'A global index is written a little later than its table.',
  localRule: 'A local index begins with the partition key, and is written with its table.',
  dropOne: 'Drop',
  dropIndex: (index: string) => `Drop ${index}`,
  dropForGood: 'Drop it for good',
  end: 'Clear or drop',
  endHelp: (indexes: number): string =>
    indexes === 0
      ? 'Neither can be undone. A search index must be deleted before its table.'
      : 'Neither can be undone. Secondary indexes go with the table; search indexes must go before it.',
  typeName: (table: string) => `Type ${table} to go on`,
  clear: (table: string) => `Delete all rows of ${table}`,
  drop: (table: string) => `Drop table ${table}`,
  cleared: (rows: number) => `${rows.toLocaleString('en')} rows deleted`,
}

export type TablesTexts = typeof en

export const tablesTexts: RoomTexts<TablesTexts> = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, ja }
