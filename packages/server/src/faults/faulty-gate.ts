import { type TablestoreError, encodeError, errors } from '@rowhouse/protocol'
import type { Call, EngineGate, ReplyTarget } from '../door/messages.js'
import type { Fault } from './fault.js'
import { faultErrors } from './fault-errors.js'
import type { Faults } from './faults.js'

/**
 * Wraps the engine's side of the gate, so that a fault passes through the door like any answer: with digest
 * and signature, and compressed if the client asked for it.
 */
export function faultyGate(gate: EngineGate, faults: Faults): EngineGate {
  return {
    submit: (call, target) => {
      const fault = faults.strike(call.instance, call.operation)
      if (fault === undefined) gate.submit(call, target)
      else void inject(gate, faults, fault, call, target)
    },
    page: (page, target) => gate.page(page, target),
    refused: (refusal) => gate.refused(refusal),
  }
}

async function inject(
  gate: EngineGate,
  faults: Faults,
  fault: Fault,
  call: Call,
  target: ReplyTarget,
): Promise<void> {
  if (fault.latencyMs !== undefined) await faults.delay(fault.latencyMs)
  const fails = fault.code !== undefined || fault.cut === true
  if (!fails) gate.submit(call, target)
  else if (fault.afterWork === true) gate.submit(call, losingItsAnswer(target, fault))
  else fail(target, fault)
}

function fail(target: ReplyTarget, { code, message, cut }: Fault): void {
  if (cut === true) target.cut?.()
  // After a cut no client receives this reply, but it ends the request.
  const error: TablestoreError = code === undefined ? errors.serverBusy() : faultErrors[code]()
  target.reply(error.status, encodeError(error.code, message ?? error.message))
}

/**
 * Replaces a successful answer by the fault. An error of the request itself goes to the client unchanged.
 */
function losingItsAnswer(target: ReplyTarget, fault: Fault): ReplyTarget {
  return {
    get isGone() {
      return target.isGone === true
    },
    cut: () => target.cut?.(),
    reply: (status, body, over) => {
      if (status !== 200) {
        target.reply(status, body, over)
        return
      }
      over?.(true)
      fail(target, fault)
    },
  }
}
