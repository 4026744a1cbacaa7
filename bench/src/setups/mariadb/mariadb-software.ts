import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** The server, a program that its set-up calls, and the libraries that few systems have. */
const PACKAGES = ['mariadb-server-core', 'mariadb-client-core', 'libaio1', 'liburing2']
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/libexec', '/usr/local/sbin']
const LIBRARIES = ['lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu', 'lib']

export interface MariadbSoftware {
  readonly server: string
  /** Makes the tables of a new data folder. */
  readonly install: string
  /** The folder that programs and messages stand below. */
  readonly base: string
  readonly libraryPath: string
}

/** The server of this system, else Debian's unpacked into the folder, or why there is none. */
export function mariadbSoftware(folder: string): MariadbSoftware | string {
  const { PATH = '' } = process.env
  const installed = [...PATH.split(delimiter), ...SYSTEM_FOLDERS]
    .map((path) => join(path, 'mariadbd'))
    .find((path) => existsSync(path))
  if (installed !== undefined) return softwareBelow(resolve(installed, '../..'), installed)
  const home = resolve(folder, 'mariadb')
  const problem = existsSync(home) ? undefined : unpack(folder, home)
  const base = join(home, 'usr')
  return problem ?? softwareBelow(base, join(base, 'sbin/mariadbd'))
}

const softwareBelow = (base: string, server: string): MariadbSoftware => ({
  server,
  base,
  install: join(base, 'bin/mariadb-install-db'),
  libraryPath: LIBRARIES.map((path) => join(base, path)).join(delimiter),
})

/** Neither needs rights, and neither changes the system. */
function unpack(folder: string, home: string): string | undefined {
  const fetched = resolve(folder, 'mariadb-packages')
  rmSync(fetched, { recursive: true, force: true })
  const unpacked = join(fetched, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  const quiet = { cwd: fetched, stdio: 'pipe' } as const
  try {
    execFileSync('apt-get', ['download', ...PACKAGES], quiet)
    for (const name of readdirSync(fetched).filter((file) => file.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['--extract', name, unpacked], quiet)
    }
  } catch {
    return 'there is no MariaDB here, and apt-get cannot fetch that of Debian'
  }
  renameSync(unpacked, home)
  rmSync(fetched, { recursive: true, force: true })
  return undefined
}
