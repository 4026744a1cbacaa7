import { z } from 'zod/mini'
import { operations } from '../dispatch-table.js'
import { FAULT_CODES, type Fault } from '../faults/fault.js'
import type { Faults } from '../faults/faults.js'
import { InstanceRefusal, type InstanceRegistry } from '../instances/instance-registry.js'
import { serverLimits } from '../limits.js'
import type { InstanceTables } from './instance-command.js'

const fault = z.object({
  operation: z.optional(z.union([z.string(), z.array(z.string())])),
  rate: z.optional(z.number()),
  times: z.optional(z.number()),
  // Any text, so that a wrong one is told with those that there are.
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  cut: z.optional(z.boolean()),
  latencyMs: z.optional(z.number()),
  afterWork: z.optional(z.boolean()),
})

/** The requests that tests of applications may send to a server started with --test-control. */
export const testCommand = z.discriminatedUnion('action', [
  /** Drops all tables and indexes of the instance, with its faults. */
  z.object({ action: z.literal('test-reset'), instance: z.string() }),
  z.object({ action: z.literal('test-add-fault'), instance: z.string(), fault }),
  z.object({ action: z.literal('test-fault-hits'), id: z.number() }),
  z.object({ action: z.literal('test-remove-fault'), id: z.number() }),
])
export type TestCommand = z.output<typeof testCommand>

export interface TestResult {
  readonly id?: number
  readonly hits?: number
}

export const isTestCommand = (command: { readonly action: string }): command is TestCommand =>
  command.action.startsWith('test-')

/** `faults` is undefined when the server was not started for tests. */
export async function runTestCommand(
  registry: InstanceRegistry,
  tables: InstanceTables,
  faults: Faults | undefined,
  command: TestCommand,
): Promise<TestResult> {
  if (faults === undefined) {
    throw new InstanceRefusal('the server was not started with --test-control')
  }
  switch (command.action) {
    case 'test-reset': {
      const name = knownInstance(registry, command.instance)
      faults.removeOf(name)
      await tables.drop(name)
      return {}
    }
    case 'test-add-fault': {
      const id = faults.add(knownInstance(registry, command.instance), checkedFault(command.fault))
      if (id === undefined) {
        throw new InstanceRefusal(`there are ${serverLimits.FAULTS_MAX} faults already`)
      }
      return { id }
    }
    case 'test-fault-hits': {
      const hits = faults.hits(command.id)
      if (hits === undefined) throw new InstanceRefusal('the fault is removed')
      return { hits }
    }
    case 'test-remove-fault':
      faults.remove(command.id)
      return {}
  }
}

function knownInstance(registry: InstanceRegistry, asked: string): string {
  const instance = registry.find(asked)
  if (instance === undefined) throw new InstanceRefusal(`there is no instance '${asked}'`)
  return instance.name
}

function checkedFault({ code, ...asked }: z.output<typeof fault>): Fault {
  const known = FAULT_CODES.find((name) => name === code)
  if (code !== known) {
    throw new InstanceRefusal(
      `'${code}' is no code of a fault, which has ${FAULT_CODES.join(', ')}`,
    )
  }
  const checked = { ...asked, code: known }
  const wrong = wrongFault(checked)
  if (wrong !== undefined) throw new InstanceRefusal(wrong)
  return checked
}

/** The reason why a fault is invalid, in words for the author of the test. */
function wrongFault(asked: Fault): string | undefined {
  const { operation = [], rate = 1, times = 1, code, cut = false, latencyMs, afterWork } = asked
  const unknown = [operation].flat().find((name) => !operations.has(name))
  if (unknown !== undefined) return `'${unknown}' is no operation`
  if (!(rate > 0 && rate <= 1)) return 'the rate of a fault must be above 0 and up to 1'
  if (!(Number.isInteger(times) && times >= 1))
    return 'the times of a fault must be a whole number from 1'
  const { FAULT_LATENCY_MS_MAX } = serverLimits
  if (latencyMs !== undefined && !(latencyMs >= 0 && latencyMs <= FAULT_LATENCY_MS_MAX)) {
    return `the latencyMs of a fault must be from 0 to ${FAULT_LATENCY_MS_MAX}`
  }
  if (code !== undefined && cut) return 'a fault has a code or a cut, not both'
  if (code !== undefined || cut) return undefined
  if (latencyMs === undefined) return 'a fault needs a code, a cut or a latencyMs'
  return afterWork === true ? 'afterWork needs a code or a cut' : undefined
}
