import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { isTableName } from '../tables/table-rules.js'
import { tablesTexts } from '../tables/tables-texts.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { type ColumnChoice, choicesOfNewTable, choicesOfTable, faultsOf } from './column-choices.js'
import { ColumnTable } from './column-table.js'
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
import { warningsOf } from './sample-warnings.js'
import { type StartedImport, startImport } from './start-import.js'

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
  const { rules } = useRoomTexts(tablesTexts)
  const { gate } = useSigned()
  const queries = useQueryClient()
  const { records } = sample
  const [name, setName] = useState(nameOfFile(file.name))
  const [choices, setChoices] = useState<readonly ColumnChoice[]>(() =>
    shape === undefined
      ? choicesOfNewTable(sample.columns, records.length)
      : choicesOfTable(sample.columns, shape),
  )
  const table = shape?.table ?? name
  const start = useMutation({
    mutationFn: () =>
      startImport(gate, { instance, table, isNew: shape === undefined, file, reading, choices }),
    onSuccess: async (begun) => {
      started(begun)
      await queries.invalidateQueries({ queryKey: ['tables', instance] })
    },
  })
  const faults = faultsOf(choices, sample.columns, records, shape)
  const isUnnamed = !isTableName(table)
  const isWrong = faults.length > 0 || isUnnamed
  return (
    <form
      className="import-plan"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) start.mutate()
      }}
    >
      {shape === undefined && (
        <label className="field">
          <span>{texts.table}</span>
          <input
            className="input"
            value={name}
            onChange={({ target }) => setName(target.value)}
            aria-invalid={isUnnamed}
          />
        </label>
      )}
      <h2>{texts.columns(sample.read)}</h2>
      <ColumnTable columns={sample.columns} {...{ choices, shape }} change={setChoices} />
      <p className="quiet">{texts.keyRule}</p>
      {isWrong && (
        <div className="note error" role="alert">
          {isUnnamed && <p>{rules.tableName}</p>}
          {faults.map(({ fault, what }, at) => (
            <p key={at}>{texts.faults[fault](what)}</p>
          ))}
        </div>
      )}
      {!isWrong && <Warnings choices={choices} records={records} />}
      {start.error !== null && <ErrorNote error={start.error} />}
      <p>
        <button type="submit" className="button main" disabled={isWrong || start.isPending}>
          {shape === undefined ? texts.create(table) : texts.begin(table)}
        </button>
      </p>
    </form>
  )
}

function Warnings({
  choices,
  records,
}: {
  choices: readonly ColumnChoice[]
  records: Parameters<typeof warningsOf>[1]
}) {
  const texts = useRoomTexts(importsTexts)
  const { wrong, repeated } = warningsOf(choices, records)
  if (wrong.size === 0 && repeated === 0) return null
  return (
    <div className="note" role="status">
      {[...wrong].map(([column, count]) => (
        <p key={column}>{texts.wrong(count, column)}</p>
      ))}
      {repeated > 0 && <p>{texts.repeated(repeated)}</p>}
    </div>
  )
}
