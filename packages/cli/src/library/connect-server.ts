import { randomBytes } from 'node:crypto'
import { askControl, ControlError } from './ask-control.js'
import type { AccessKey, ServerAddress, TestInstance } from './test-server.js'

/** Connects to a server that another process has started, such as the global setup of a test runner. */
export function connectServer(address: ServerAddress): TestInstance {
  const { endpoint, instance, accessKey, control } = address
  return {
    endpoint,
    instance,
    accessKey,
    control,
    reset: async () => {
      await askControl(control, { action: 'test-reset', instance })
    },
    seed: async (file) => {
      // Loaded only when needed: most tests create their tables with the code under test.
      const { seedInstance } = await import('./seed-instance.js')
      await seedInstance({ endpoint, instance, accessKey }, file)
    },
    addFault: async (fault) => {
      const added = await askControl(control, { action: 'test-add-fault', instance, fault })
      const id = added.get('id')
      return {
        hits: async () => {
          const found = await askControl(control, { action: 'test-fault-hits', id })
          return Number(found.get('hits'))
        },
        remove: async () => {
          await askControl(control, { action: 'test-remove-fault', id })
        },
      }
    },
    createInstance: async () => {
      // A name of hexadecimal digits cannot be a reserved word of the service.
      const name = `t${randomBytes(6).toString('hex')}`
      const created = await askControl(control, { action: 'create', name })
      const key = accessKeyOf(created.get('key'))
      return connectServer({ endpoint, instance: name, accessKey: key, control })
    },
    deleteInstance: async () => {
      await askControl(control, { action: 'delete', name: instance, force: true })
    },
  }
}

function accessKeyOf(value: unknown): AccessKey {
  if (typeof value === 'object' && value !== null && 'id' in value && 'secret' in value) {
    return { id: String(value.id), secret: String(value.secret) }
  }
  throw new ControlError('the server has made an instance without a key')
}
