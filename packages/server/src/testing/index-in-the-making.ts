import { createTable, openEngine, type OpenEngine } from '@rowhouse/engine'
import { alteredStore, createTableRequest, openMemoryStore } from '@rowhouse/engine/testing'

const indexNamed = (name: string) =>
  ({
    name,
    primaryKey: ['city'],
    definedColumns: [],
    updateMode: 'ASYNC',
    type: 'GLOBAL',
    syncPhase: undefined,
  }) as const

export interface IndexInTheMaking {
  readonly engine: OpenEngine
  /** Continues, and resolves when both indexes are open. */
  finish(): Promise<void>
}

/**
 * Makes a table whose index `second` is in the catalogue but has no keeper yet: `first` is still being
 * opened.
 */
export const openIndexInTheMaking = async (): Promise<IndexInTheMaking> => {
  const store = await openMemoryStore()
  let first: number | undefined
  let tell = (): void => {}
  let release = (): void => {}
  const isOpening = new Promise<void>((resolve) => (tell = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const engine = await openEngine({
    store: alteredStore(store, {
      commit: async (commit) => {
        first ??= engine.catalog.find('inst', 'first')?.description.id
        if (commit.table === first) {
          tell()
          await released
        }
        return store.commit(commit)
      },
    }),
  })
  const meta = { definedColumns: [{ name: 'city', type: 'STRING' as const }] }
  const indexMetas = [indexNamed('first'), indexNamed('second')]
  const making = createTable(engine, 'inst', createTableRequest('people', { meta, indexMetas }))
  await isOpening
  return {
    engine,
    finish: async () => {
      release()
      await making
    },
  }
}
