import type { Fault } from '@rowhouse/server'

/** An access key of one instance, in the form that SDKs take. */
export interface AccessKey {
  readonly id: string
  readonly secret: string
}

/** What another process needs to use the server: plain data that can be sent as JSON. */
export interface ServerAddress {
  /** Such as `http://127.0.0.1:40123`. */
  readonly endpoint: string
  readonly instance: string
  readonly accessKey: AccessKey
  /** The port on this machine for resets and faults, and its secret. */
  readonly control: { readonly port: number; readonly secret: string }
}

/** One instance of a server that tests control. */
export interface TestInstance extends ServerAddress {
  /**
   * Empties the instance in milliseconds: tables with their indexes, open transactions and faults are
   * removed when it resolves. Requests in flight are answered as if their table had been deleted.
   */
  reset(): Promise<void>
  /**
   * Creates the tables of a seed file (docs/testing-with-rowhouse.md) with their indexes and rows.
   * Rejects with the place of an error in the file, and when one of the tables exists already.
   */
  seed(file: string): Promise<void>
  /**
   * Makes requests to this instance fail or wait, as in the service. A fault lasts until it has affected
   * its number of requests, is removed, or the instance is reset.
   */
  addFault(fault: Fault): Promise<AddedFault>
  /** Creates another instance with its own key, for tests that run at the same time. */
  createInstance(): Promise<TestInstance>
  /** Removes the instance with everything in it. */
  deleteInstance(): Promise<void>
}

export interface AddedFault {
  /** The number of requests that it has affected so far. */
  hits(): Promise<number>
  remove(): Promise<void>
}

/** A server that this program has started. */
export interface TestServer extends TestInstance {
  /** Answers the requests in flight and ends the server. It can be called twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
