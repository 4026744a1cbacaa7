import { limits } from '@rowhouse/protocol/limits'
import type { KeyColumn, KeyType } from '@rowhouse/snippets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { isColumnName, isTableName, isTimeToLive } from './table-rules.js'
import { type TablesTexts, tablesTexts } from './tables-texts.js'

const KEY_TYPES: readonly KeyType[] = ['STRING', 'INTEGER', 'BINARY']
const FIRST: KeyColumn = { name: '', type: 'STRING', isAuto: false }

/** A form that keeps what was typed when the service refuses it. */
export function CreateTable({ instance, done }: { instance: string; done: () => void }) {
  const texts = useTexts().create
  const { rules } = useRoomTexts(tablesTexts)
  const { gate } = useSigned()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [key, setKey] = useState<readonly KeyColumn[]>([FIRST])
  const [timeToLive, setTimeToLive] = useState('-1')
  const [maxVersions, setMaxVersions] = useState('1')
  const creation = useMutation({
    mutationFn: () =>
      gate.ask(instance, {
        operation: 'CreateTable',
        table: name,
        key,
        columns: [],
        timeToLive: Number(timeToLive),
        maxVersions: Number(maxVersions),
        readUnits: 0,
        writeUnits: 0,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tables', instance] })
      done()
    },
  })
  const broken = brokenRules(rules, { name, key, timeToLive, maxVersions })
  const isBroken = Object.values(broken)
    .flat()
    .some((rule) => rule !== undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBroken) creation.mutate()
  }
  return (
    <form className="create-table" onSubmit={submit}>
      <h2>{texts.title}</h2>
      <label className="field">
        <span>{texts.name}</span>
        <input
          className="input"
          required
          autoFocus
          aria-invalid={broken.name !== undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <BrokenRule rule={broken.name} />
      <KeyFields columns={key} broken={broken.key} change={setKey} />
      <div className="fields">
        <NumberField label={texts.timeToLive} value={timeToLive} change={setTimeToLive} />
        <NumberField label={texts.maxVersions} value={maxVersions} change={setMaxVersions} />
      </div>
      <BrokenRule rule={broken.timeToLive} />
      <BrokenRule rule={broken.maxVersions} />
      {creation.error !== null && <ErrorNote error={creation.error} />}
      <div className="fields">
        <button type="submit" className="button main" disabled={isBroken || creation.isPending}>
          {texts.submit}
        </button>
        <button type="button" className="button" onClick={done}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

interface NewTable {
  readonly name: string
  readonly key: readonly KeyColumn[]
  readonly timeToLive: string
  readonly maxVersions: string
}

/** The rules that a new table breaks, by the field that breaks them. */
const brokenRules = (rules: TablesTexts['rules'], table: NewTable) => ({
  name: table.name !== '' && !isTableName(table.name) ? rules.tableName : undefined,
  key: table.key.map((column) => brokenBy(rules, column, table.key)),
  timeToLive: isTimeToLive(Number(table.timeToLive)) ? undefined : rules.timeToLive,
  maxVersions: Number(table.maxVersions) >= 1 ? undefined : rules.maxVersions,
})

/** The rule that a column of the key breaks; a name that is still missing is asked for by its field. */
function brokenBy(
  rules: TablesTexts['rules'],
  { name }: KeyColumn,
  key: readonly KeyColumn[],
): string | undefined {
  if (name === '') return undefined
  if (!isColumnName(name)) return rules.columnName
  const isTwice = key.filter((each) => each.name === name).length > 1
  return isTwice ? rules.nameTwice : undefined
}

/** A rule of the service in words, as soon as what was typed breaks it. */
const BrokenRule = ({ rule }: { rule: string | undefined }) =>
  rule === undefined ? null : (
    <small className="wrong" role="status">
      {rule}
    </small>
  )

function KeyFields({
  columns,
  broken,
  change,
}: {
  columns: readonly KeyColumn[]
  broken: readonly (string | undefined)[]
  change: (columns: readonly KeyColumn[]) => void
}) {
  const texts = useTexts().create
  return (
    <fieldset>
      <legend>{texts.keyColumns}</legend>
      <p className="quiet">{texts.keyHelp}</p>
      {columns.map((column, at) => (
        <KeyColumnFields
          // A column is known by its place in the key.
          key={at}
          column={column}
          isFirst={at === 0}
          broken={broken[at]}
          change={(part) =>
            change(columns.map((each, index) => (index === at ? { ...each, ...part } : each)))
          }
          remove={() => change(columns.filter((_, index) => index !== at))}
        />
      ))}
      {columns.length < limits.PRIMARY_KEY_COLUMNS_MAX && (
        <button type="button" className="button" onClick={() => change([...columns, FIRST])}>
          {texts.addColumn}
        </button>
      )}
    </fieldset>
  )
}

function KeyColumnFields({
  column,
  isFirst,
  broken,
  change,
  remove,
}: {
  column: KeyColumn
  isFirst: boolean
  broken: string | undefined
  change: (part: Partial<KeyColumn>) => void
  remove: () => void
}) {
  const texts = useTexts().create
  const mayCount = !isFirst && column.type === 'INTEGER'
  return (
    <div className="fields">
      <input
        className="input"
        required
        aria-label={texts.columnName}
        aria-invalid={broken !== undefined}
        placeholder={texts.columnName}
        value={column.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <select
        className="input"
        aria-label={texts.type}
        value={column.type}
        onChange={(event) => {
          const type = KEY_TYPES.find((each) => each === event.target.value)
          if (type !== undefined) change({ type, isAuto: false })
        }}
      >
        {KEY_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      {mayCount && (
        <label>
          <input
            type="checkbox"
            checked={column.isAuto}
            onChange={(event) => change({ isAuto: event.target.checked })}
          />{' '}
          {texts.automatic}
        </label>
      )}
      {!isFirst && (
        <button type="button" className="button plain" onClick={remove}>
          {texts.remove}
        </button>
      )}
      <BrokenRule rule={broken} />
    </div>
  )
}

function NumberField(props: { label: string; value: string; change: (value: string) => void }) {
  return (
    <label className="field">
      <span>{props.label}</span>
      <input
        className="input"
        type="number"
        required
        value={props.value}
        onChange={(event) => props.change(event.target.value)}
      />
    </label>
  )
}
