import type { TableShape } from '@rowhouse/console-gate/shapes'
import { isMark } from '@rowhouse/snippets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { textOf } from '../rows/value-text.js'
import { isTableName } from '../tables/table-rules.js'
import { tablesTexts } from '../tables/tables-texts.js'
import { useRoomTexts } from '../texts/room-texts.js'
import {
  type ColumnChoice,
  choicesOfNewTable,
  choicesOfTable,
  faultsOf,
  newKey,
} from './column-choices.js'
import { ColumnTable } from './column-table.js'
import { KeyDesignFields } from './key-design-fields.js'
import { type DesignFault, type KeyDesign, NO_DESIGN, madeColumnOf } from './key-design.js'
import {
  type FileSample,
  type Reading,
  guessReading,
  readSample,
  unpackedName,
} from './file-records.js'
import { EncodingError, UnpackingError } from './file-text.js'
import { importsTexts } from './imports-texts.js'
import { ReadingFields } from './reading-fields.js'
import { RowMaker } from './row-of-record.js'
import { warningsOf } from './sample-warnings.js'
import { type AskedImport, type StartedImport, startImport } from './start-import.js'

interface PlanProps {
  readonly instance: string
  /** Absent for a table that is to be created. */
  readonly shape: TableShape | undefined
  readonly started: (started: StartedImport) => void
}

interface ChosenFile {
  readonly file: File
  readonly reading: Reading
}

/** Which file, how it is read, and what becomes of its columns. */
export function ImportPlan(props: PlanProps) {
  const texts = useRoomTexts(importsTexts)
  const [name, help] = [useId(), useId()]
  const [chosen, setChosen] = useState<ChosenFile>()
  const choose = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) setChosen({ file, reading: await guessReading(file) })
  }
  return (
    <>
      <label className="field import-file">
        <span id={name}>{texts.file}</span>
        <input
          className="hidden-text"
          type="file"
          aria-labelledby={name}
          aria-describedby={help}
          accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,.gz,.parquet"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {/* The browser's own words would be in its language, and not in the page's. */}
        <span className="import-chosen" aria-hidden="true">
          <span className="button">{texts.chooseFile}</span>
          <bdi className="ellipsis">{chosen?.file.name ?? texts.noFile}</bdi>
        </span>
      </label>
      <p id={help} className="quiet">
        {texts.fileHelp}
      </p>
      {chosen !== undefined && (
        <>
          <ReadingFields
            reading={chosen.reading}
            change={(reading) => setChosen({ ...chosen, reading })}
          />
          <Sampled {...props} chosen={chosen} />
        </>
      )}
    </>
  )
}

/** Reads the beginning of the file. */
function Sampled({ chosen, ...props }: PlanProps & { chosen: ChosenFile }) {
  const texts = useRoomTexts(importsTexts)
  const { file, reading } = chosen
  const place = [file.name, file.size, file.lastModified, reading]
  const sample = useQuery({
    queryKey: ['file-sample', ...place],
    queryFn: () => readSample(file, reading),
    retry: false,
    gcTime: 0,
  })
  if (sample.error instanceof EncodingError) {
    return (
      <p className="note error" role="alert">
        {texts.wrongEncoding(sample.error.message)}
      </p>
    )
  }
  if (sample.error instanceof UnpackingError) {
    return (
      <p className="note error" role="alert">
        {texts.damaged}
      </p>
    )
  }
  if (sample.error !== null) {
    return (
      <div className="note error" role="alert">
        <p>{texts.unreadable}</p>
        <p className="mono">{sample.error.message}</p>
      </div>
    )
  }
  if (sample.data === undefined) return null
  if (sample.data.columns.length === 0) {
    return (
      <p className="note error" role="alert">
        {texts.noRecords}
      </p>
    )
  }
  return <Plan key={JSON.stringify(place)} {...props} chosen={chosen} sample={sample.data} />
}

/** The name of a file without its ending, as the name of a table. */
const nameOfFile = (name: string): string =>
  unpackedName(name)
    .replace(/\.\w+$/, '')
    .replaceAll(/\W/g, '_')
    .replace(/^(?=\d)/, '_')

function Plan({
  instance,
  shape,
  chosen: { file, reading },
  sample,
  started,
}: PlanProps & { chosen: ChosenFile; sample: FileSample }) {
  const texts = useRoomTexts(importsTexts)
  const { records } = sample
  const [name, setName] = useState(nameOfFile(file.name))
  const [choices, setChoices] = useState<readonly ColumnChoice[]>(() =>
    shape === undefined
      ? choicesOfNewTable(sample.columns, records.length)
      : choicesOfTable(sample.columns, shape),
  )
  const [design, setDesign] = useState(NO_DESIGN)
  const { made, designFault, keyNames } = keyOfPlan(design, choices, shape)
  const table = shape?.table ?? name
  const isNew = shape === undefined
  const start = useStart(instance, started)
  const changeDesign = (next: KeyDesign): void => {
    setDesign(next)
    // The made column is wanted instead of the one that was guessed.
    const isBegun = design.kind === 'none' && next.kind !== 'none'
    if (isBegun && shape === undefined)
      setChoices(choices.map((each) => ({ ...each, keyPlace: 0 })))
  }
  const faults = faultsOf(choices, sample.columns, records, shape, made?.target)
  const isUnnamed = !isTableName(table)
  const isWrong = faults.length > 0 || isUnnamed || designFault !== undefined
  return (
    <form
      className="import-plan"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) return
        start.mutate({ instance, table, isNew, file, reading, choices, made, keyNames })
      }}
    >
      {shape === undefined && <TableName name={name} change={setName} isWrong={isUnnamed} />}
      <h2>{texts.columns(sample.read)}</h2>
      <ColumnTable columns={sample.columns} {...{ choices, shape }} change={setChoices} />
      <p className="quiet">{texts.keyRule}</p>
      <KeyDesignFields {...{ design, choices, records, shape }} change={changeDesign} />
      {isWrong && <Faults {...{ isUnnamed, designFault, faults }} />}
      {!isWrong && <Warnings maker={new RowMaker(choices, made, keyNames)} records={records} />}
      {start.error !== null && <ErrorNote error={start.error} />}
      <p>
        <button type="submit" className="button main" disabled={isWrong || start.isPending}>
          {shape === undefined ? texts.create(table) : texts.begin(table)}
        </button>
      </p>
    </form>
  )
}

function useStart(instance: string, started: PlanProps['started']) {
  const { gate } = useSigned()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (asked: AskedImport) => startImport(gate, asked),
    onSuccess: async (begun) => {
      started(begun)
      await queries.invalidateQueries({ queryKey: ['tables', instance] })
    },
  })
}

function TableName(props: { name: string; change: (name: string) => void; isWrong: boolean }) {
  const { name, change, isWrong } = props
  return (
    <label className="field">
      <span>{useRoomTexts(importsTexts).table}</span>
      <input
        className="input"
        value={name}
        onChange={({ target }) => change(target.value)}
        aria-invalid={isWrong}
      />
    </label>
  )
}

/** Which columns make the key, one of them perhaps of others. */
function keyOfPlan(
  design: KeyDesign,
  choices: readonly ColumnChoice[],
  shape: TableShape | undefined,
) {
  const designed = madeColumnOf(design, choices)
  const made = typeof designed === 'string' ? undefined : designed
  const key = shape?.key ?? newKey(choices, made?.target)
  return {
    made,
    designFault: typeof designed === 'string' ? designed : undefined,
    keyNames: key.map(({ name }) => name),
  }
}

function Faults({
  isUnnamed,
  designFault,
  faults,
}: {
  isUnnamed: boolean
  designFault: DesignFault | undefined
  faults: ReturnType<typeof faultsOf>
}) {
  const texts = useRoomTexts(importsTexts)
  const { rules } = useRoomTexts(tablesTexts)
  return (
    <div className="note error" role="alert">
      {isUnnamed && <p>{rules.tableName}</p>}
      {designFault !== undefined && <p>{texts.made.faults[designFault]}</p>}
      {faults.map(({ fault, what }, at) => (
        <p key={at}>{texts.faults[fault](what)}</p>
      ))}
    </div>
  )
}

function Warnings({
  maker,
  records,
}: {
  maker: RowMaker
  records: Parameters<typeof warningsOf>[1]
}) {
  const texts = useRoomTexts(importsTexts)
  const { wrong, repeated, keys } = warningsOf(maker, records)
  return (
    <>
      {keys.length > 0 && (
        <p className="first-keys">
          <span className="quiet">{texts.firstKeys}</span>{' '}
          {keys.map((key, at) => (
            <code key={at}>
              {key.map(({ value }) => (isMark(value) ? value.mark : textOf(value))).join(' / ')}
            </code>
          ))}
        </p>
      )}
      {(wrong.size > 0 || repeated > 0) && (
        <div className="note" role="status">
          {[...wrong].map(([column, count]) => (
            <p key={column}>{texts.wrong(count, column)}</p>
          ))}
          {repeated > 0 && <p>{texts.repeated(repeated)}</p>}
        </div>
      )}
    </>
  )
}
