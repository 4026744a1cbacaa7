import type { SecondaryIndex, TableShape } from '@rowhouse/console-gate/shapes'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { Choice } from '../parts/choice-field.js'
import { ErrorNote } from '../parts/error-note.js'
import { ScrollFrame } from '../parts/scroll-frame.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { useTexts } from '../texts/use-texts.js'
import { tablesTexts } from './tables-texts.js'

interface Props {
  readonly instance: string
  readonly shape: TableShape
  readonly changed: () => Promise<void>
}

/** The secondary indexes of a table, and a form for one more. */
export function SecondaryIndexes(props: Props) {
  const texts = useRoomTexts(tablesTexts)
  const signed = useSigned()
  const { shape } = props
  const [isCreating, setCreating] = useState(false)
  return (
    <section className="create-table">
      <h2>{texts.indexes}</h2>
      {shape.indexes.length === 0 && <p className="quiet">{texts.noIndexes}</p>}
      {shape.indexes.length > 0 && <IndexList {...props} />}
      {mayWrite(signed) && !isCreating && (
        <p>
          <button type="button" className="button" onClick={() => setCreating(true)}>
            {texts.createIndex}
          </button>
        </p>
      )}
      {isCreating && <NewIndex {...props} done={() => setCreating(false)} />}
    </section>
  )
}

function IndexList({ instance, shape, changed }: Props) {
  const texts = useRoomTexts(tablesTexts)
  const signed = useSigned()
  const drop = useMutation({
    mutationFn: (index: string) =>
      signed.gate.ask(instance, { operation: 'DropIndex', table: shape.table, index }),
    onSuccess: changed,
  })
  return (
    <>
      <ScrollFrame label={texts.indexes}>
        <table className="list">
          <thead>
            <tr>
              <th>{texts.name}</th>
              <th>{texts.type}</th>
              <th>{texts.key}</th>
              <th>{texts.columns}</th>
              <th>{texts.state}</th>
              <th>{texts.action}</th>
            </tr>
          </thead>
          <tbody>
            {shape.indexes.map((index) => (
              <IndexRow
                key={index.name}
                index={index}
                drop={mayWrite(signed) ? () => drop.mutate(index.name) : undefined}
              />
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      {drop.error !== null && <ErrorNote error={drop.error} />}
    </>
  )
}

function IndexRow({ index, drop }: { index: SecondaryIndex; drop: (() => void) | undefined }) {
  const texts = useRoomTexts(tablesTexts)
  const common = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <tr>
      <td>{index.name}</td>
      <td>{index.type}</td>
      <td className="mono">{index.key.join(', ')}</td>
      <td className="mono">{index.columns.join(', ')}</td>
      <td className="nowrap">{index.phase === 'FULL' ? texts.building : texts.ready}</td>
      <td>
        {drop !== undefined && !isAsking && (
          <button
            type="button"
            className="button danger"
            aria-label={texts.dropIndex(index.name)}
            onClick={() => setAsking(true)}
          >
            {texts.dropOne}
          </button>
        )}
        {drop !== undefined && isAsking && (
          <span role="alertdialog" aria-label={texts.dropIndex(index.name)} className="fields">
            <button type="button" className="button danger" onClick={drop}>
              {texts.dropForGood}
            </button>
            <button type="button" className="button" onClick={() => setAsking(false)}>
              {common.row.cancel}
            </button>
          </span>
        )}
      </td>
    </tr>
  )
}

const TYPES = ['GLOBAL', 'LOCAL'] as const

function NewIndex({ instance, shape, changed, done }: Props & { done: () => void }) {
  const texts = useRoomTexts(tablesTexts)
  const common = useTexts()
  const { gate } = useSigned()
  const [name, setName] = useState('')
  const [type, setType] = useState<(typeof TYPES)[number]>('GLOBAL')
  const [key, setKey] = useState('')
  const [columns, setColumns] = useState<readonly string[]>([])
  const choices = [...shape.key, ...shape.columns].map(({ name: column }) => column)
  const creation = useMutation({
    mutationFn: () =>
      gate.ask(instance, {
        operation: 'CreateIndex',
        table: shape.table,
        index: name,
        type,
        key: keyOf(shape, type, key),
        columns: columns.filter((column) => column !== key),
        hasBaseData: true,
      }),
    onSuccess: async () => {
      await changed()
      done()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    creation.mutate()
  }
  return (
    <form className="fields" onSubmit={submit}>
      <label className="field">
        <span>{texts.name}</span>
        <input
          className="input"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Choice label={texts.type} value={type} options={TYPES} textOf={String} change={setType} />
      <Choice
        label={texts.firstKey}
        value={key}
        options={['', ...choices]}
        textOf={String}
        change={setKey}
      />
      <DefinedColumns shape={shape} chosen={columns} change={setColumns} />
      <p className="quiet">{type === 'LOCAL' ? texts.localRule : texts.globalRule}</p>
      {creation.error !== null && <ErrorNote error={creation.error} />}
      <button type="submit" className="button main" disabled={key === '' || creation.isPending}>
        {texts.createIndex}
      </button>
      <button type="button" className="button" onClick={done}>
        {common.row.cancel}
      </button>
    </form>
  )
}

/** Which of the table's defined columns an index holds. */
function DefinedColumns({
  shape,
  chosen,
  change,
}: {
  shape: TableShape
  chosen: readonly string[]
  change: (columns: readonly string[]) => void
}) {
  const texts = useRoomTexts(tablesTexts)
  const toggle = (column: string): void =>
    change(chosen.includes(column) ? chosen.filter((each) => each !== column) : [...chosen, column])
  return (
    <fieldset className="fields plain-fields">
      <legend className="quiet">{texts.columns}</legend>
      {shape.columns.length === 0 && <span className="quiet">{texts.noDefined}</span>}
      {shape.columns.map(({ name: column }) => (
        <label key={column}>
          <input
            type="checkbox"
            checked={chosen.includes(column)}
            onChange={() => toggle(column)}
          />{' '}
          <code>{column}</code>
        </label>
      ))}
    </fieldset>
  )
}

/** A local index keeps the partition key in front; the service adds what is left of the table's key. */
function keyOf(shape: TableShape, type: 'GLOBAL' | 'LOCAL', key: string): readonly string[] {
  const [first] = shape.key
  return type === 'LOCAL' && first !== undefined && first.name !== key ? [first.name, key] : [key]
}
