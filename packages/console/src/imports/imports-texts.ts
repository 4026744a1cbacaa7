import type { RoomTexts } from '../texts/room-texts.js'
import { ja } from './texts/imports-ja.js'
import { zhCn } from './texts/imports-zh-cn.js'
import { zhTw } from './texts/imports-zh-tw.js'

const number = (value: number): string => value.toLocaleString('en')
const rows = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`

const en = {
  title: (table: string) => `Import a file into ${table}`,
  newTitle: 'Create a table from a file',
  name: 'Import',
  readOnly: 'This key reads only: nothing can be imported.',
  file: 'File',
  chooseFile: 'Choose a file',
  noFile: 'no file chosen',
  fileHelp:
    'CSV with the names of its columns in the first line, or NDJSON with one object in each line; either may be packed with gzip; or Parquet. Integers stay exact.',
  format: 'Format',
  delimiter: 'Separator',
  delimiters: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' },
  encoding: 'Encoding',
  unreadable: 'The file cannot be read like this: look at its format and separator.',
  wrongEncoding: (encoding: string) =>
    `The file is no text in ${encoding}: choose another encoding.`,
  damaged: 'The file is packed with gzip, and damaged or cut off.',
  noRecords: 'The file has no rows that can be read.',
  table: 'Name of the table',
  columns: (sample: number) => `Columns, guessed from the first ${rows(sample)}`,
  used: (column: string) => `Import ${column}`,
  source: 'In the file',
  target: 'In the table',
  targetOf: (column: string) => `Name of ${column} in the table`,
  type: 'Type',
  typeOf: (column: string) => `Type of ${column}`,
  key: 'Key',
  keyOf: (column: string) => `Place of ${column} in the key`,
  outside: 'no',
  example: 'Example',
  types: {
    string: 'STRING',
    integer: 'INTEGER',
    double: 'DOUBLE',
    boolean: 'BOOLEAN',
    binary: 'BINARY (base64)',
    time: 'INTEGER (time)',
  },
  keyRule: 'The key has one to four columns. The first one divides the rows over partitions.',
  firstKeys: 'Keys of the first rows:',
  made: {
    title: 'A key column made of others',
    way: 'Made by',
    ways: {
      none: 'none is made',
      splice: 'joining columns',
      hash: 'a hash prefix',
    },
    target: 'Name of the key column',
    connector: 'Between them',
    digits: 'Digits of the hash',
    part: (place: number) => `Column ${place}`,
    min: (column: string) => `Smallest ${column}`,
    max: (column: string) => `Largest ${column}`,
    addPart: 'Add a column to the key',
    remove: 'Remove',
    removePart: (column: string) => `Remove ${column} from the key`,
    first: 'It comes before the columns that are chosen above.',
    help: {
      splice:
        'Integers get noughts in front, so keys sort as their columns do. Rows outside of a range are refused.',
      hash: 'Neighbouring values go to different partitions, and can no longer be read as one range.',
    },
    faults: {
      madeParts: 'A made key needs different columns, texts or integers, that are imported.',
      madeRange:
        'The range of an integer has two whole numbers of up to 18 digits, the smaller first.',
      madeName: 'A column that is imported has the name of the made key.',
    },
  },
  faults: {
    keyMany: () => 'A key has at most four columns.',
    noKey: () => 'Choose one to four columns as the key.',
    keyType: (column: string) =>
      `A key column is STRING, INTEGER or BINARY: choose another type for ${column}.`,
    keyEmpty: (column: string) =>
      `Every row needs all of its key, and ${column} is empty in some rows.`,
    keyUnread: (column: string) => `The table has ${column} in its key: say which column it is.`,
    autoKey: (column: string) =>
      `The server numbers ${column}, so rows that are sent again would be there twice. Such a table takes no import.`,
    columnName: (column: string) =>
      `${column === '' ? 'A column without a name' : column}: names have up to 255 bytes and do not begin with #.`,
    nameTwice: (column: string) => `Two columns become ${column}.`,
  },
  wrong: (count: number, column: string) =>
    `${rows(count)} of the sample would be refused because of ${column}.`,
  repeated: (count: number) =>
    `${rows(count)} of the sample have a key that an earlier one has: the last one stays.`,
  begin: (table: string) => `Import into ${table}`,
  create: (table: string) => `Create ${table} and import`,
  stay: 'The import runs in this browser tab: other pages of the console may be opened in it meanwhile.',
  progress: 'Progress of the import',
  states: {
    running: (written: number) => `${rows(written)} written`,
    stopping: (written: number) => `${rows(written)} written, stopping`,
    stopped: (written: number) => `Stopped after ${rows(written)}`,
    failed: (written: number) => `Interrupted after ${rows(written)}`,
    broken: (written: number) => `The rest of the file cannot be read; ${rows(written)} written`,
    done: (written: number) => `Done: ${rows(written)} written`,
  },
  ofBytes: (read: string, all: string) => `${read} of ${all} read`,
  stop: 'Stop',
  goOn: 'Go on',
  open: (table: string) => `Open ${table}`,
  another: 'Import another file',
  refused: (count: number) => `${rows(count)} refused`,
  firstRefused: (count: number) => `The first ${number(count)} are shown.`,
  record: 'Row of the file',
  reason: 'Reason',
  content: 'Content',
  problems: {
    unreadableCsv: 'It has more or fewer fields than the first line.',
    unreadableNdjson: 'It is no JSON object.',
    type: (column: string, type: string) => `${column} is no ${type}.`,
    madeKey: (message: string) => `The key cannot be made: ${message}.`,
    noKey: (column: string) => `${column} of the key is empty.`,
  },
}

export type ImportsTexts = typeof en

export const importsTexts: RoomTexts<ImportsTexts> = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, ja }
