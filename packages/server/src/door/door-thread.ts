import type { AddressInfo } from 'node:net'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { systemClock, systemRandom } from '@rowhouse/engine'
import { type Door, createDoor } from './door.js'
import { LinkGate } from './link-gate.js'
import type { DoorThreadSetup, FromDoor, ToDoor } from './link-messages.js'
import { descriptorOf } from './shared-port.js'

/** The entry of a thread that is one door (see door-threads.ts). */
function run(port: MessagePort, setup: DoorThreadSetup): void {
  const gate = new LinkGate(port, performance.timeOrigin - setup.timeOrigin)
  const door = createDoor({
    gate,
    operations: new Map(setup.operations),
    policy: setup.policy,
    bounds: setup.bounds,
    metricsForAll: setup.metricsForAll,
    tls: setup.tls,
    instances: setup.instances,
    clock: systemClock,
    random: systemRandom,
  })
  port.on('message', (message: ToDoor) => obey(door, gate, port, message))
  door.server.on('error', (error: NodeJS.ErrnoException) => {
    post(port, { kind: 'failed', message: error.message, code: error.code })
  })
  door.server.listen(setup.listen, () => {
    const address = door.server.address()
    post(port, { kind: 'listening', fd: descriptorOf(door.server), port: portOf(address) })
  })
}

function obey(door: Door, gate: LinkGate, port: MessagePort, message: ToDoor): void {
  switch (message.kind) {
    case 'replies':
      gate.answer(message)
      return
    case 'instances':
      door.setInstances(message.instances)
      return
    case 'drain':
      void door.quiet().then(() => post(port, { kind: 'drained' }))
  }
}

function post(port: MessagePort, message: FromDoor): void {
  port.postMessage(message)
}

const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0

if (parentPort !== null) {
  const setup: DoorThreadSetup = workerData
  run(parentPort, setup)
}
