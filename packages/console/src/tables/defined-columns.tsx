import type { DefinedColumnsChange, TableShape } from '@rowhouse/console-gate/shapes'
import type { ColumnType } from '@rowhouse/snippets'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { tablesTexts } from './tables-texts.js'

const TYPES: readonly ColumnType[] = ['STRING', 'INTEGER', 'DOUBLE', 'BOOLEAN', 'BINARY']

/** The columns outside of the key that the table gives a type, which secondary indexes may hold. */
export function DefinedColumns({
  instance,
  shape,
  changed,
}: {
  instance: string
  shape: TableShape
  changed: () => Promise<void>
}) {
  const texts = useRoomTexts(tablesTexts)
  const signed = useSigned()
  const { table, columns } = shape
  const change = useMutation({
    mutationFn: (part: Partial<DefinedColumnsChange>) =>
      signed.gate.changeDefinedColumns(instance, { table, added: [], removed: [], ...part }),
    onSuccess: changed,
  })
  const isFree = mayWrite(signed) && !change.isPending
  return (
    <section className="create-table" aria-label={texts.defined}>
      <h2>{texts.defined}</h2>
      <p className="quiet">{columns.length === 0 ? texts.noneDefined : texts.definedHelp}</p>
      {columns.length > 0 && (
        <ColumnList
          shape={shape}
          remove={isFree ? (name) => change.mutate({ removed: [name] }) : undefined}
        />
      )}
      {change.error !== null && <ErrorNote error={change.error} />}
      {mayWrite(signed) && (
        <NewColumn
          // Empty again once the column is there.
          key={columns.length}
          isPending={change.isPending}
          add={(column) => change.mutate({ added: [column] })}
        />
      )}
    </section>
  )
}

function ColumnList({
  shape: { columns, indexes },
  remove,
}: {
  shape: TableShape
  remove: ((name: string) => void) | undefined
}) {
  const texts = useRoomTexts(tablesTexts)
  return (
    <div className="list-frame">
      <table className="list">
        <thead>
          <tr>
            <th>{texts.name}</th>
            <th>{texts.type}</th>
            <th>{texts.action}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, type }) => {
            const holder = indexes.find(
              (index) => index.key.includes(name) || index.columns.includes(name),
            )
            return (
              <tr key={name}>
                <td className="mono">{name}</td>
                <td>{type}</td>
                <td>
                  {holder !== undefined && (
                    <span className="quiet">{texts.heldBy(holder.name)}</span>
                  )}
                  {holder === undefined && remove !== undefined && (
                    <button type="button" className="button" onClick={() => remove(name)}>
                      {texts.undefine(name)}
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function NewColumn({
  isPending,
  add,
}: {
  isPending: boolean
  add: (column: TableShape['columns'][number]) => void
}) {
  const texts = useRoomTexts(tablesTexts)
  const [name, setName] = useState('')
  const [type, setType] = useState<ColumnType>('STRING')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add({ name, type })
  }
  return (
    <form className="fields" onSubmit={submit}>
      <input
        className="input"
        required
        aria-label={texts.newColumn}
        placeholder={texts.newColumn}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <select
        className="input"
        aria-label={texts.newType}
        value={type}
        onChange={({ target }) => setType(TYPES.find((each) => each === target.value) ?? type)}
      >
        {TYPES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <button type="submit" className="button" disabled={isPending}>
        {texts.define}
      </button>
    </form>
  )
}
