import type { AddressInfo } from 'node:net'
import { type SecureContextOptions, createSecureContext } from 'node:tls'
import { systemClock, systemRandom, type WorkTurns } from '@rowhouse/platform'
import { incomingBytes } from './admission/memory-shares.js'
import type { Configuration } from './configuration/configuration.js'
import { operationAccesses } from './dispatch-table.js'
import { type Door, createDoor } from './door/door.js'
import type { DoorBounds } from './door/door-context.js'
import { startDoorThreads } from './door/door-threads.js'
import type { EngineGate } from './door/messages.js'
import type { TlsIdentity } from './door/tls-identity.js'
import { within } from './door/within.js'
import type { Instance } from './instances/instance.js'
import { serverLimits } from './limits.js'
import { StartError, explainListenError } from './start-error.js'

/** The doors of one server, in the engine's thread or in threads of their own. */
export interface Doors {
  readonly port: number
  setInstances(instances: readonly Instance[]): void
  /** Applies to new connections. Throws when certificate and key do not match. */
  setTls(tls: TlsIdentity): void
  /** Refuses new requests and answers those in flight. */
  drain(): Promise<void>
  /** Call it after everything else is closed. */
  stop(): Promise<void>
}

/** The configuration of doors, which also lead to the console. */
export interface DoorConfiguration extends Configuration {
  readonly consoleUrl: string | undefined
}

export async function openDoors(
  configuration: DoorConfiguration,
  gate: EngineGate,
  instances: readonly Instance[],
  onFailure: (error: Error) => void,
  /** The work turns of the engine's thread. */
  turns: WorkTurns,
): Promise<Doors> {
  const { host, port, doorThreads, tls } = configuration
  if (tls !== undefined) checkCertificate(tls, configuration)
  try {
    const doors = await (doorThreads === 0
      ? openDoor(configuration, gate, instances, turns)
      : openThreads(configuration, gate, instances, onFailure))
    return {
      ...doors,
      setTls: (changed) => {
        checkCertificate(changed, configuration)
        doors.setTls(changed)
      },
    }
  } catch (error) {
    throw explainListenError(error, host, port) ?? error
  }
}

function checkCertificate(
  { certificate: cert, key }: TlsIdentity,
  { tlsCertificate, tlsKey }: Configuration,
): void {
  const [certificateFile, keyFile] = [`--tls-certificate ${tlsCertificate}`, `--tls-key ${tlsKey}`]
  checkContext({ cert }, `${certificateFile} is no PEM certificate`)
  checkContext({ key }, `${keyFile} is no PEM private key`)
  checkContext({ cert, key }, `${keyFile} is not the key of ${certificateFile}`)
}

function checkContext(options: SecureContextOptions, wrong: string): void {
  try {
    createSecureContext(options)
  } catch (error) {
    throw new StartError(`${wrong}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function openDoor(
  configuration: DoorConfiguration,
  gate: EngineGate,
  instances: readonly Instance[],
  turns: WorkTurns,
): Promise<Doors> {
  const door = createDoor({
    gate,
    operations: new Map(operationAccesses()),
    ...doorSettings(configuration, 1),
    instances,
    clock: systemClock,
    random: systemRandom,
    turns,
  })
  const { port } = await listen(door, configuration)
  return {
    port,
    setInstances: (changed) => door.setInstances(changed),
    setTls: (changed) => door.setTls(changed),
    drain: () => door.drain(serverLimits.DRAIN_MS),
    stop: async () => {},
  }
}

function listen(door: Door, { host, port }: Configuration): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    door.server.once('error', reject)
    door.server.listen({ host, port }, () => {
      const address = door.server.address()
      if (address !== null && typeof address === 'object') resolve(address)
      else reject(new Error('the server has no port'))
    })
  })
}

async function openThreads(
  configuration: DoorConfiguration,
  gate: EngineGate,
  instances: readonly Instance[],
  onFailure: (error: Error) => void,
): Promise<Doors> {
  const { doorThreads, host, port } = configuration
  const threads = await startDoorThreads({
    count: doorThreads,
    gate,
    setup: {
      operations: operationAccesses(),
      ...doorSettings(configuration, doorThreads),
      instances,
      listen: { host, port },
    },
    onFailure,
  })
  return {
    port: threads.port,
    setInstances: (changed) => threads.setInstances(changed),
    setTls: (changed) => threads.setTls(changed),
    drain: () => within(serverLimits.DRAIN_MS, threads.drain()),
    stop: () => threads.stop(),
  }
}

function doorSettings(configuration: DoorConfiguration, doors: number) {
  const bounds: DoorBounds = {
    bodyBytesMax: configuration.bodyLimit,
    incomingBytesMax: Math.max(incomingBytes(configuration) / doors, 2 * configuration.bodyLimit),
    connectionsMax: Math.ceil(serverLimits.CONNECTIONS_MAX / doors),
    headTimeout: serverLimits.REQUEST_HEAD_MS,
    bodyTimeout: serverLimits.REQUEST_BODY_MS,
    silenceTimeout: serverLimits.SILENCE_MS,
    keepAliveTimeout: serverLimits.KEEP_ALIVE_MS,
  }
  return {
    bounds,
    policy: { mode: configuration.auth, clockSkew: configuration.clockSkew },
    metricsForAll: configuration.metricsFrom === 'anywhere',
    consoleUrl: configuration.consoleUrl,
    tls: configuration.tls,
  }
}
