import type { OpenEngine } from '@rowhouse/engine'
import type { InstanceTables } from './admin/instance-command.js'

/** What the commands on instances need of the engine. */
export function tablesOf(engine: OpenEngine): InstanceTables {
  return {
    count: (instance) => engine.catalog.list(instance).length,
    drop: (instance) => engine.dropInstance(instance),
  }
}
