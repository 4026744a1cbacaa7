import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningProcess, startProcess } from '../processes/running-process.js'
import { giveToScratchUser, scratchUser } from '../processes/scratch-user.js'
import type { MariadbSoftware } from './mariadb-software.js'

export interface MariadbServer extends RunningProcess {
  readonly socketPath: string
}

export interface MariadbOptions {
  readonly name: string
  /** Its data; a socket below it must have a short path. */
  readonly folder: string
  readonly bufferPoolMb: number
}

/** One server that listens on a socket of the file system alone, every commit on the disk. */
export async function startMariadb(
  software: MariadbSoftware,
  { name, folder, bufferPoolMb }: MariadbOptions,
): Promise<MariadbServer> {
  const { server, install, base, libraryPath } = software
  const data = join(folder, 'data')
  const socketPath = join(folder, 'socket')
  const environment = { LD_LIBRARY_PATH: libraryPath }
  mkdirSync(folder, { recursive: true })
  giveToScratchUser(folder)
  const where = ['--no-defaults', `--basedir=${base}`, `--datadir=${data}`]
  execFileSync(install, [...where, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    stdio: 'pipe',
    env: { ...process.env, ...environment },
    ...scratchUser(),
  })
  const running = await startProcess({
    name,
    command: server,
    args: [
      ...where,
      `--socket=${socketPath}`,
      '--skip-networking',
      `--pid-file=${join(folder, 'pid')}`,
      `--innodb-buffer-pool-size=${bufferPoolMb}M`,
      '--innodb-log-file-size=256M',
      '--innodb-flush-log-at-trx-commit=1',
      '--innodb-flush-method=O_DIRECT',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_bin',
      '--max-allowed-packet=64M',
    ],
    environment,
    user: scratchUser(),
    folder,
    ready: /ready for connections/,
  })
  return { ...running, socketPath }
}
