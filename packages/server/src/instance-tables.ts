import type { OpenEngine } from '@rowhouse/engine'
import type { InstanceTables } from './admin/instance-command.js'
import type { SearchHost } from './search-host.js'

/** What instance commands need of the engine. */
export function tablesOf(engine: OpenEngine, search?: SearchHost): InstanceTables {
  return {
    count: (instance) => engine.catalog.list(instance).length,
    drop: async (instance) => {
      await engine.dropInstance(instance)
      // Without a running server, the next one removes the files of the indexes.
      await search?.reconcile()
    },
  }
}
