import type { Fault } from '@rowhouse/server'

/** Of one instance, as every SDK asks for it. */
export interface AccessKey {
  readonly id: string
  readonly secret: string
}

/** Everything that another process needs to use the server; plain data, so it can be passed on as JSON. */
export interface ServerAddress {
  /** Such as `http://127.0.0.1:40123`. */
  readonly endpoint: string
  readonly instance: string
  readonly accessKey: AccessKey
  /** Where tests ask for resets and faults: a port on this machine, and what it must be told. */
  readonly control: { readonly port: number; readonly secret: string }
}

/** One instance of a server that tests control. */
export interface TestInstance extends ServerAddress {
  /**
   * Empties the instance in milliseconds: tables with their indexes, open transactions and faults are gone
   * when it resolves. Requests under way are answered as if somebody had deleted their table.
   */
  reset(): Promise<void>
  /**
   * Makes the tables of a seed file (docs/testing-with-rowhouse.md), with their indexes and rows. Rejects
   * with the place of a mistake in the file, and when one of the tables is there already.
   */
  seed(file: string): Promise<void>
  /**
   * Lets requests to this instance fail or wait, as the service would. Each fault stands until it has struck
   * as often as it says, is removed, or the instance is reset.
   */
  addFault(fault: Fault): Promise<AddedFault>
  /** Another instance of the same server, with a key of its own, for tests that run at the same time. */
  createInstance(): Promise<TestInstance>
  /** Removes the instance with everything in it. */
  deleteInstance(): Promise<void>
}

export interface AddedFault {
  /** How many requests it has struck so far. */
  hits(): Promise<number>
  remove(): Promise<void>
}

/** A server that this program has started. */
export interface TestServer extends TestInstance {
  /** Answers what is in flight and ends the server. May be called twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
