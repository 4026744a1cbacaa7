import type { AddressInfo } from 'node:net'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { systemClock, systemRandom, WorkTurns } from '@rowhouse/platform'
import { type Door, createDoor } from './door.js'
import { LinkGate } from './link-gate.js'
import type { DoorThreadSetup, FromDoor, ToDoor } from './link-messages.js'
import { descriptorOf } from './shared-port.js'

/** The entry of a thread that is one door (see door-threads.ts). */
function run(port: MessagePort, setup: DoorThreadSetup): Running {
  const gate = new LinkGate(port, performance.timeOrigin - setup.timeOrigin)
  const door = createDoor({
    gate,
    operations: new Map(setup.operations),
    policy: setup.policy,
    bounds: setup.bounds,
    metricsForAll: setup.metricsForAll,
    consoleUrl: setup.consoleUrl,
    tls: setup.tls,
    instances: setup.instances,
    clock: systemClock,
    random: systemRandom,
    turns: new WorkTurns(systemClock),
  })
  door.server.on('error', (error: NodeJS.ErrnoException) => {
    post(port, { kind: 'failed', message: error.message, code: error.code })
  })
  door.server.listen(setup.listen, () => {
    const address = door.server.address()
    post(port, { kind: 'listening', fd: descriptorOf(door.server), port: portOf(address) })
  })
  return { door, gate }
}

interface Running {
  readonly door: Door
  readonly gate: LinkGate
}

function handle({ door, gate }: Running, port: MessagePort, message: ToDoor): void {
  switch (message.kind) {
    case 'replies':
      gate.answer(message)
      return
    case 'cut':
      gate.cut(message.id)
      return
    case 'instances':
      door.setInstances(message.instances)
      return
    case 'tls':
      door.setTls(message.tls)
      return
    case 'drain':
      void door.quiet().then(() => post(port, { kind: 'drained' }))
      return
    case 'start':
  }
}

function post(port: MessagePort, message: FromDoor): void {
  port.postMessage(message)
}

const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0

function listen(port: MessagePort): void {
  let running: Running | undefined
  port.on('message', (message: ToDoor) => {
    if (message.kind === 'start') running = run(port, message.setup)
    else if (running !== undefined) handle(running, port, message)
  })
}

if (parentPort !== null) listen(parentPort)
