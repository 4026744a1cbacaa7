import { setTimeout as wait } from 'node:timers/promises'
import { type Client, operations } from '@rowhouse/client'
import type { FieldSchema } from '@rowhouse/protocol'
import { MEDIA_INDEX, mediaTable } from '../media-table.js'

/** The index with the changed fields, made beside the one that answers. */
export const MEDIA_REINDEX = `${MEDIA_INDEX}_reindex`

export type FieldChange =
  | { readonly add: FieldSchema }
  /** The name of a field. */
  | { readonly remove: string }

export type FieldStep = 'created' | 'syncing' | 'tried' | 'switched'

export interface FieldReport {
  readonly step: FieldStep
  /** Rows that the new index has. */
  readonly rows: number
}

export interface ChangeFieldOptions {
  readonly onReport: (report: FieldReport) => void
}

const names = { tableName: mediaTable.name, indexName: MEDIA_INDEX } as const
const LOOK_EVERY_MS = 200
/** Of 100 searches, how many the new index answers before it answers all. */
const TRIED = 20

/**
 * Changes the fields of the index while it answers: the new index is filled beside it, tried with a share of
 * the searches, and then takes the name. What was is kept under the other name, so `switchBack` undoes it
 * until `keepChange` deletes it.
 */
export async function changeField(
  client: Client,
  change: FieldChange,
  { onReport }: ChangeFieldOptions,
): Promise<void> {
  await createReindex(client, change)
  const rowsOf = () => countRows(client)
  onReport({ step: 'created', rows: await rowsOf() })
  while (!(await isSynced(client))) {
    onReport({ step: 'syncing', rows: await rowsOf() })
    await wait(LOOK_EVERY_MS)
  }
  await shareSearches(client, TRIED)
  onReport({ step: 'tried', rows: await rowsOf() })
  await switchOver(client)
  onReport({ step: 'switched', rows: await rowsOf() })
}

/** Gives the name back to the index that had it before, with everything written meanwhile. */
export const switchBack = (client: Client): Promise<void> => switchOver(client)

/** Ends the possibility to switch back. */
export async function keepChange(client: Client): Promise<void> {
  await client.table(mediaTable).index(MEDIA_REINDEX).delete()
}

async function createReindex(client: Client, change: FieldChange): Promise<void> {
  const { schema } = await client.table(mediaTable).index(MEDIA_INDEX).describe()
  await client.call(operations.createSearchIndex, {
    tableName: names.tableName,
    indexName: MEDIA_REINDEX,
    schema: { ...schema, fieldSchemas: changed(schema.fieldSchemas, change) },
    sourceIndexName: MEDIA_INDEX,
    timeToLive: undefined,
  })
}

const changed = (fields: readonly FieldSchema[], change: FieldChange): readonly FieldSchema[] =>
  'add' in change
    ? [...fields, change.add]
    : fields.filter(({ fieldName }) => fieldName !== change.remove)

async function isSynced(client: Client): Promise<boolean> {
  const { syncStat } = await client.table(mediaTable).index(MEDIA_REINDEX).describe()
  return syncStat?.syncPhase === 'INCR'
}

async function countRows(client: Client): Promise<number> {
  const index = client.table(mediaTable).index(MEDIA_REINDEX)
  const { total } = await index.search({ limit: 0, count: true })
  return total ?? 0
}

const unchanged = {
  switchIndexName: undefined,
  queryFlowWeight: [],
  timeToLive: undefined,
  addedFieldSchemas: [],
}

async function shareSearches(client: Client, percent: number): Promise<void> {
  await client.call(operations.updateSearchIndex, {
    ...names,
    ...unchanged,
    queryFlowWeight: [
      { indexName: MEDIA_INDEX, weight: 100 - percent },
      { indexName: MEDIA_REINDEX, weight: percent },
    ],
  })
}

async function switchOver(client: Client): Promise<void> {
  await client.call(operations.updateSearchIndex, {
    ...names,
    ...unchanged,
    switchIndexName: MEDIA_REINDEX,
  })
}
