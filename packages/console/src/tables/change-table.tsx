import type { TableShape } from '@rowhouse/console-gate/shapes'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayWrite, useSigned } from '../gate/use-gate.js'
import { ErrorNote } from '../parts/error-note.js'
import { useRoomTexts } from '../texts/room-texts.js'
import { tablesTexts } from './tables-texts.js'

/** The options of a table that the service lets one change, each with its rule beside it. */
const FIELDS = ['timeToLive', 'maxVersions', 'maxTimeDeviation', 'readUnits', 'writeUnits'] as const
type Field = (typeof FIELDS)[number]
type Values = Readonly<Record<Field, string>>

const valuesOf = (shape: TableShape): Values => ({
  timeToLive: String(shape.timeToLive),
  maxVersions: String(shape.maxVersions),
  maxTimeDeviation: String(shape.maxTimeDeviation),
  readUnits: String(shape.units.read),
  writeUnits: String(shape.units.write),
})

export function ChangeTable({
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
  const before = valuesOf(shape)
  const [values, setValues] = useState(before)
  const isSame = FIELDS.every((field) => values[field] === before[field])
  const change = useMutation({
    mutationFn: () => signed.gate.ask(instance, changeOf(shape.table, before, values)),
    onSuccess: changed,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form className="create-table" onSubmit={submit}>
      <h2>{texts.options}</h2>
      {FIELDS.map((field) => (
        <label key={field} className="field">
          <span>{texts.fields[field]}</span>
          <input
            className="input"
            type="number"
            required
            disabled={!mayWrite(signed)}
            value={values[field]}
            onChange={(event) => setValues({ ...values, [field]: event.target.value })}
          />
          <small className="quiet">{texts.rules[field]}</small>
        </label>
      ))}
      {change.error !== null && <ErrorNote error={change.error} />}
      {mayWrite(signed) && (
        <p>
          <button type="submit" className="button main" disabled={isSame || change.isPending}>
            {texts.change}
          </button>
        </p>
      )}
    </form>
  )
}

/** Only what is different is sent: the service bounds how often units are changed. */
function changeOf(table: string, before: Values, values: Values) {
  const given = (field: Field): number | undefined =>
    values[field] === before[field] ? undefined : Number(values[field])
  const [read, write] = [given('readUnits'), given('writeUnits')]
  const hasUnits = read !== undefined || write !== undefined
  return {
    operation: 'UpdateTable',
    table,
    timeToLive: given('timeToLive'),
    maxVersions: given('maxVersions'),
    maxTimeDeviation: given('maxTimeDeviation'),
    units: hasUnits
      ? { read: Number(values.readUnits), write: Number(values.writeUnits) }
      : undefined,
  } as const
}
