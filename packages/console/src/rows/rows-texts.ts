import type { ColumnType } from '@rowhouse/snippets'
import type { RoomTexts } from '../texts/room-texts.js'
import { ja } from './texts/rows-ja.js'
import { zhCn } from './texts/rows-zh-cn.js'
import { zhTw } from './texts/rows-zh-tw.js'

const many = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

const EXAMPLES: Readonly<Record<ColumnType, string>> = {
  STRING: 'text',
  INTEGER: 'a whole number, such as 42',
  DOUBLE: 'a number, such as 9.5',
  BOOLEAN: 'true or false',
  BINARY: 'bytes in hexadecimal, such as 00ff',
}

const en = {
  filter: {
    title: 'Filter of the rows',
    add: 'Add a filter: column',
    edit: 'Change this filter',
    column: 'Filter by column',
    test: 'Test',
    value: 'Filter value',
    type: 'Type of the filter value',
    take: 'Add filter',
    changed: 'Change filter',
    clear: 'Clear filter',
    asJson: 'As JSON',
    jsonHelp:
      'An INTEGER is {"$integer":"42"}, bytes are {"$binary":"<base64>"}; a plain number is a DOUBLE.',
    wrongJson: 'This is no list of column, test and value.',
    wrong: (type: ColumnType) => `This column needs ${EXAMPLES[type]}.`,
    change: (clause: string) => `Change: ${clause}`,
    remove: (clause: string) => `Remove: ${clause}`,
    tests: {
      '=': 'is',
      '!=': 'is not',
      '>': 'is more than',
      '>=': 'is at least',
      '<': 'is less than',
      '<=': 'is at most',
      begins: 'begins with',
      exists: 'is there',
      missing: 'is missing',
    },
  },
  status: {
    paused: (pages: number) =>
      `Few rows pass the filter after ${many(pages, 'request', 'requests')}.`,
    goOn: 'Go on',
  },
  columns: {
    find: 'Find a column',
    pin: (name: string) => `Pin ${name} at the left`,
    pinIt: 'pin',
    pinned: 'pinned',
    more: (count: number) => `${many(count, 'column more', 'columns more')}: find them by name.`,
  },
  grid: {
    one: 'Select this row',
    all: 'Select all loaded rows',
    width: (column: string) => `Width of ${column}`,
  },
  code: { title: 'These rows as code' },
  edit: {
    large: (count: number) =>
      `${many(count, 'large value is', 'large values are')} left as they are.`,
  },
  values: {
    ways: (name: string) => `How ${name} is shown`,
    json: 'JSON',
    text: 'Text',
    space: 'White space',
    hex: 'Hex',
    image: 'Image',
    more: (count: number) => `${many(count, 'more', 'more')}`,
    older: (count: number) => many(count, 'older version', 'older versions'),
  },
  export: {
    title: 'Export',
    range: 'All rows of this range, also those that are not loaded.',
    filtered: 'All rows that pass the filter, also those that are not loaded.',
    format: 'Format',
    begin: 'Download',
    stop: 'Stop the export',
    columns: 'Columns',
    allColumns: 'Every column that any row has',
    shownColumns: (columns: number) =>
      `The key and ${many(columns, 'column', 'columns')} that are shown`,
    twice: 'To find all columns, the rows are read once more, which costs units.',
    help: {
      csv: 'Bytes are text in base64.',
      parquet: 'Each column has the type of its values, which must be one.',
      ndjson: 'An object in each line, with every column of its row.',
    },
    progress: {
      finding: (rows: number) => `${many(rows, 'row', 'rows')} read to find their columns`,
      running: (rows: number) => `${many(rows, 'row', 'rows')} written so far`,
      done: (rows: number) => `${many(rows, 'row', 'rows')} written`,
      stopped: (rows: number) => `Stopped after ${many(rows, 'row', 'rows')}`,
      failed: (rows: number) => `Failed after ${many(rows, 'row', 'rows')}`,
    },
  },
  many: {
    title: 'Deletion of rows',
    selection: 'Selected rows',
    selected: (rows: number) => `${many(rows, 'row', 'rows')} selected`,
    deleteChosen: 'Delete selected rows',
    deleteRange: 'Delete all rows of this range',
    deleteFound: 'Delete all rows that pass the filter',
    clear: 'Select none',
    chosenIn: (rows: number, seconds: number) =>
      `${many(rows, 'row', 'rows')} will be deleted in ${seconds} s`,
    allIn: (seconds: number) => `All rows that are asked for will be deleted in ${seconds} s`,
    final: 'The server numbers these keys, so the rows cannot be put back.',
    kept: (rows: number) =>
      `Up to ${rows.toLocaleString('en')} of them can be put back afterwards.`,
    keptOne: 'It can be put back afterwards.',
    cancel: 'Keep the rows',
    stop: 'Stop',
    deleting: (rows: number) => `${many(rows, 'row', 'rows')} deleted so far`,
    deleted: (rows: number) => `${many(rows, 'row', 'rows')} deleted`,
    undo: (rows: number) => `Put ${many(rows, 'row', 'rows')} back`,
    restoring: (done: number, of: number) =>
      `${done.toLocaleString('en')} of ${of.toLocaleString('en')} rows put back`,
    restored: (rows: number) => `${many(rows, 'row is', 'rows are')} back with versions and times`,
    failed: (rows: number) => `${many(rows, 'row was', 'rows were')} refused`,
  },
  changes: {
    title: 'Changes',
    count: (cells: number, rows: number) =>
      `${many(cells, 'change', 'changes')} in ${many(rows, 'row', 'rows')}`,
    notWritten: (count: number) =>
      `${many(count, 'row was', 'rows were')} not written: review them.`,
    review: 'Review',
    apply: 'Apply changes',
    discard: 'Discard all',
    discardRow: 'Discard the changes of this row',
    none: 'There are no changes.',
    column: 'Column',
    before: 'Was shown',
    after: 'Will be',
    theirs: 'Now there',
    mine: 'Yours',
    conflict: 'Somebody else has changed this row since it was shown. Nothing was written.',
    gone: 'Somebody else has deleted this row. Nothing was written.',
    keepTheirs: 'Keep what is there',
    writeMine: 'Write mine over it',
  },
}

export type RowsTexts = typeof en

export const rowsTexts: RoomTexts<RowsTexts> = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, ja }
