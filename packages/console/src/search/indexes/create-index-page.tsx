import type { IndexSchema } from '@rowhouse/protocol'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { Frame } from '../../frame/frame.js'
import { mayWrite, useSigned } from '../../gate/use-gate.js'
import { ErrorNote } from '../../parts/error-note.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useTables } from '../../tables/use-tables.js'
import { useTexts } from '../../texts/use-texts.js'
import { BuildingContext } from '../builder/builder-context.js'
import { type DataObject, completed, objectsOf, trusted } from '../forms/form.js'
import { indexForm } from '../forms/index-forms.js'
import { JsonPanel } from '../json/json-panel.js'
import '../search.css'
import { indexPath, searchPath } from '../search-paths.js'
import { useSearchTexts } from '../texts/use-search-texts.js'
import { FieldsEditor } from './field-editor.js'
import { useIndexBuilding, withSettings } from './index-building.js'
import { useColumnFields } from './use-column-fields.js'

/** A new search index, as a form and as JSON. What was typed stays when the service refuses it. */
export function CreateIndexPage({ instance }: { instance: string }) {
  const { rail, errors } = useTexts()
  const texts = useSearchTexts().create
  const signed = useSigned()
  const list = { label: rail.search, path: searchPath(instance) }
  return (
    <Frame
      instance={instance}
      steps={[{ label: list.label, siblings: [list] }]}
      here={{ label: texts.title, siblings: [] }}
    >
      <main className="page">
        <h1>{texts.title}</h1>
        {mayWrite(signed) ? (
          <FormOverTables instance={instance} />
        ) : (
          <p className="note">{errors.notFound}</p>
        )}
      </main>
    </Frame>
  )
}

/** The form, once the tables are known. */
function FormOverTables({ instance }: { instance: string }) {
  const { loading } = useTexts()
  const texts = useSearchTexts().create
  const tables = useTables(instance)
  if (tables.data === undefined) {
    return tables.error === null ? (
      <Skeleton label={loading} />
    ) : (
      <ErrorNote error={tables.error} retry={() => void tables.refetch()} />
    )
  }
  const [first, ...others] = tables.data.map(({ table }) => table)
  if (first === undefined) return <p className="empty">{texts.noTable}</p>
  return <IndexForm instance={instance} tables={[first, ...others]} />
}

/** What an index is called, and over which table it is. */
interface IndexNames {
  readonly table: string
  readonly index: string
  /** Seconds, as they were typed. */
  readonly timeToLive: string
}

function IndexForm({
  instance,
  tables,
}: {
  instance: string
  tables: readonly [string, ...string[]]
}) {
  const texts = useSearchTexts().create
  const [params] = useSearchParams()
  const [names, setNames] = useState<IndexNames>({
    table: tables.find((table) => table === params.get('table')) ?? tables[0],
    index: '',
    timeToLive: '-1',
  })
  const [draft, setDraft] = useState<DataObject>({ fieldSchemas: [] })
  const place = { instance, table: names.table, index: names.index }
  const building = useIndexBuilding(indexForm, draft, place)
  const columns = useColumnFields(instance, names.table)
  const creation = useCreation(instance, names, draft)
  const fields = objectsOf(draft['fieldSchemas'])
  const isSound = building.faults.size === 0 && fields.length > 0
  const submit = (): void => {
    if (isSound) creation.mutate()
  }
  return (
    <form
      className="question"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <NameFields tables={tables} names={names} change={setNames} />
      <div className="builder two wide">
        <BuildingContext value={building}>
          <div className="cards">
            <div className="fields">
              <h2>{texts.fields}</h2>
              <button
                type="button"
                className="button plain"
                disabled={columns === undefined}
                onClick={() => setDraft({ ...draft, fieldSchemas: columns ?? [] })}
              >
                {texts.fromTable}
              </button>
            </div>
            <FieldsEditor
              fields={fields}
              path={['fieldSchemas']}
              change={(fieldSchemas) => setDraft({ ...draft, fieldSchemas })}
            />
          </div>
        </BuildingContext>
        <JsonPanel form={indexForm} data={draft} change={setDraft} submit={submit} />
      </div>
      {creation.error !== null && <ErrorNote error={creation.error} />}
      <p>
        <button type="submit" className="button main" disabled={!isSound || creation.isPending}>
          {texts.submit}
        </button>
      </p>
    </form>
  )
}

function NameFields({
  tables,
  names,
  change,
}: {
  tables: readonly string[]
  names: IndexNames
  change: (names: IndexNames) => void
}) {
  const texts = useSearchTexts().create
  return (
    <div className="fields">
      <label className="field">
        <span>{texts.table}</span>
        <select
          className="input"
          value={names.table}
          onChange={({ target }) => change({ ...names, table: target.value })}
        >
          {tables.map((table) => (
            <option key={table}>{table}</option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{texts.index}</span>
        <input
          className="input"
          required
          value={names.index}
          onChange={({ target }) => change({ ...names, index: target.value })}
        />
      </label>
      <label className="field" title={texts.timeToLiveHelp}>
        <span>{texts.timeToLive}</span>
        <input
          className="input"
          type="number"
          required
          value={names.timeToLive}
          onChange={({ target }) => change({ ...names, timeToLive: target.value })}
        />
      </label>
    </div>
  )
}

function useCreation(
  instance: string,
  { table, index, timeToLive }: IndexNames,
  draft: DataObject,
) {
  const { gate } = useSigned()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () =>
      gate.ask(instance, {
        operation: 'CreateSearchIndex',
        table,
        index,
        schema: trusted<IndexSchema>(completed(indexForm, withSettings(draft))),
        timeToLive: Number(timeToLive),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['search-indexes', instance] })
      navigate(indexPath({ instance, table, index }))
    },
  })
}
