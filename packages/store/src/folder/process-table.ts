import { readFile } from 'node:fs/promises'

/** The running processes; passed in, so that tests can make one die. */
export interface ProcessTable {
  readonly ownId: number
  isAlive(id: number): boolean
  /**
   * The start time of a process, which distinguishes two processes with the same id; undefined where the
   * system does not provide it.
   */
  startOf(id: number): Promise<string | undefined>
}

export const systemProcesses: ProcessTable = {
  ownId: process.pid,

  isAlive(id) {
    try {
      return process.kill(id, 0)
    } catch (error) {
      // The process is alive but belongs to another user.
      return error instanceof Error && 'code' in error && error.code === 'EPERM'
    }
  },

  async startOf(id) {
    try {
      const status = await readFile(`/proc/${id}/stat`, 'latin1')
      // Behind the name, which may contain anything, the first field is the state, and the start time
      // follows 19 fields later.
      const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : fields[19]
    } catch {
      return undefined
    }
  },
}
