import { readFile } from 'node:fs/promises'

/** What is known of running processes; passed in, so that tests can let one die. */
export interface ProcessTable {
  readonly ownId: number
  isAlive(id: number): boolean
  /** Tells two processes apart that were given the same number; undefined where the system does not say. */
  startOf(id: number): Promise<string | undefined>
}

export const systemProcesses: ProcessTable = {
  ownId: process.pid,

  isAlive(id) {
    try {
      return process.kill(id, 0)
    } catch (error) {
      // Alive, and somebody else's.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  },

  async startOf(id) {
    try {
      const status = await readFile(`/proc/${id}/stat`, 'latin1')
      // Behind the name, which may hold anything: the state first, the start 19 fields later.
      const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : fields[19]
    } catch {
      return undefined
    }
  },
}
