import { getEventListeners } from 'node:events'
import { expectDefined } from '@rowhouse/platform'
import { manualClock } from '@rowhouse/platform/testing'
import { listTable } from '@rowhouse/protocol'
import type { EngineGate, ReplyTarget } from '@rowhouse/server'
import { expect, test } from 'vitest'
import { sendToEngine } from './engine-calls.js'

/** Keeps the last call, so that a test answers it when it wants to. */
class WaitingGate implements EngineGate {
  readonly left: ReplyTarget[] = []
  #last: ReplyTarget | undefined

  get last(): ReplyTarget {
    return expectDefined(this.#last, 'a call waits')
  }

  submit(_call: unknown, target: ReplyTarget): void {
    this.#last = target
  }
  gone(target: ReplyTarget): void {
    this.left.push(target)
  }
  page(): void {}
  refused(): void {}
}

const CALLER = { instance: 'tests', keyId: '', requestId: 'r1', waitsForIndex: false }

test('the engine hears of a browser that has gone only for calls that wait', async () => {
  const gate = new WaitingGate()
  const browser = new AbortController()
  const send = sendToEngine(gate, manualClock(), CALLER, browser.signal)
  const answered = send(listTable, {})
  gate.last.reply(200, Buffer.alloc(0))
  await answered
  expect(getEventListeners(browser.signal, 'abort')).toHaveLength(0)

  const cut = send(listTable, {})
  gate.last.cut?.()
  await expect(cut).rejects.toMatchObject({ code: 'OTSServerBusy' })
  void send(listTable, {})
  browser.abort()
  expect(gate.left).toEqual([gate.last])
})
