import {
  type AdminCommand,
  type BillResult,
  type ConsoleParts,
  type HistoryResult,
  InstanceRefusal,
  type InstanceResult,
  type WatchResult,
  billResult,
  historyResult,
  instanceCommand,
  instanceResult,
  watchResult,
} from '@rowhouse/server'
import { Refusal, notOwn } from './refusal.js'
import type { Visitor } from './sessions/session-store.js'
import { mayOpen } from './sessions/sign-in.js'
import type { GateValue } from './shapes/index.js'

/** In the place of an instance's name it means the whole server. Names begin with a letter. */
const SERVER = '-'

/** Asks the admin API in the name of visitors, within what they may see. */
export class AdminCalls {
  readonly #parts: Pick<ConsoleParts, 'administer'>

  constructor(parts: Pick<ConsoleParts, 'administer'>) {
    this.#parts = parts
  }

  /** Instances, keys and limits. A key's secret is in the answer to the command that makes it, only. */
  async instances(visitor: Visitor, body: GateValue): Promise<InstanceResult> {
    mustBeOperator(visitor)
    const command = instanceCommand.safeParse(body)
    if (!command.success) throw new Refusal(400, 'the body is no command on instances')
    return instanceResult.parse(await this.#ask(command.data))
  }

  /** Requests, tenants and, of the whole server, its memory, log and backup, as they are now. */
  async watch(visitor: Visitor, place: string): Promise<WatchResult> {
    const instance = instanceOf(visitor, place)
    return watchResult.parse(await this.#ask({ action: 'watch', instance }))
  }

  /** The steps of the last hour that ended after a time. */
  async history(visitor: Visitor, place: string, after: number): Promise<HistoryResult> {
    const instance = instanceOf(visitor, place)
    if (!Number.isFinite(after)) throw new Refusal(400, 'the path has no time')
    return historyResult.parse(await this.#ask({ action: 'history', instance, after }))
  }

  /** What the service would charge for an instance. */
  async bill(visitor: Visitor, instance: string): Promise<BillResult> {
    if (!mayOpen(visitor, instance)) throw notOwn(instance)
    return billResult.parse(await this.#ask({ action: 'bill', instance }))
  }

  async #ask(command: AdminCommand): Promise<unknown> {
    try {
      return await this.#parts.administer(command)
    } catch (error) {
      throw error instanceof InstanceRefusal ? new Refusal(409, error.message) : error
    }
  }
}

/** Undefined for the whole server. */
function instanceOf(visitor: Visitor, place: string): string | undefined {
  if (place === SERVER) {
    mustBeOperator(visitor)
    return undefined
  }
  if (!mayOpen(visitor, place)) throw notOwn(place)
  return place
}

function mustBeOperator(visitor: Visitor): void {
  if (visitor.kind !== 'operator') throw new Refusal(403, 'only the operator may do this')
}
