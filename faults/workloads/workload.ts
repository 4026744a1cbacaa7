import type { SeededRandom } from '@rowhouse/platform/testing'
import type { Service } from './service.js'

/**
 * Clients that write, and that know what must be there after the server has died. Lanes run and `check` is
 * called in turns, over one data folder.
 */
export interface Workload {
  readonly name: string
  /** The number of acknowledged writes that checks have found. */
  readonly verified: number
  /** Called once, while the server runs. */
  readonly prepare: (service: Service) => Promise<void>
  /** Lanes that make one call after the other; each ends at its first failure or on request. */
  readonly lanes: (service: Service, random: SeededRandom) => readonly Lane[]
  /**
   * Throws a Violation when something is lost, incomplete or invented; otherwise goes on from what it
   * found.
   */
  readonly check: (service: Service) => Promise<void>
}

/** Makes one call. */
export type Lane = () => Promise<void>

/** The server has broken a promise. */
export class Violation extends Error {
  constructor(workload: string, what: string) {
    super(`${workload}: ${what}`)
    this.name = 'Violation'
  }
}

/** Runs a lane until a call fails or nothing more is wanted. */
export const runLane = async (lane: Lane, goesOn: () => boolean): Promise<void> => {
  while (goesOn()) {
    try {
      await lane()
    } catch (error) {
      if (error instanceof Violation) throw error
      return
    }
  }
}
