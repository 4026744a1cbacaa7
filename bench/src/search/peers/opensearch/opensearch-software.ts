import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const OPENSEARCH_VERSION = '2.19.3'
/** The server with its transport and no plugins: all that the searches ask for is in its core. */
const ARTIFACT = `org.opensearch.distribution.integ-test-zip:opensearch:${OPENSEARCH_VERSION}:zip`
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack'
/** It needs 11, and the security manager that 24 no longer has. */
const JAVA_FROM = 11
const JAVA_TO = 23

export interface OpenSearchSoftware {
  readonly java: string
  readonly javaMajor: number
  /** Its unpacked folder, absolute. */
  readonly home: string
}

/** What to start, fetched once into the folder; or in one line why that cannot be. */
export function openSearchSoftware(folder: string): OpenSearchSoftware | string {
  const java = findJava()
  if (typeof java === 'string') return java
  const home = resolve(folder, `opensearch-${OPENSEARCH_VERSION}`)
  const problem = existsSync(home) ? undefined : fetchWithMaven(folder, home)
  return problem ?? { ...java, home }
}

function findJava(): Pick<OpenSearchSoftware, 'java' | 'javaMajor'> | string {
  const { JAVA_HOME } = process.env
  const java = JAVA_HOME === undefined ? 'java' : join(JAVA_HOME, 'bin', 'java')
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  if (error !== undefined) return 'there is no Java here'
  const major = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  if (major >= JAVA_FROM && major <= JAVA_TO) return { java, javaMajor: major }
  return `Java ${major} is here, and it needs ${JAVA_FROM} to ${JAVA_TO}`
}

/** Maven knows where packages come from. It notes in its working folder what it has unpacked. */
function fetchWithMaven(folder: string, home: string): string | undefined {
  const unpacked = join(folder, 'unpacked')
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked, { recursive: true })
  const args = [
    '-B',
    '-q',
    UNPACK,
    `-Dartifact=${ARTIFACT}`,
    `-DoutputDirectory=${resolve(unpacked)}`,
  ]
  try {
    execFileSync('mvn', args, { cwd: unpacked, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? 'there is no Maven here' : `Maven could not fetch ${ARTIFACT}`
  }
  // Whole or not at all: a fetch that is interrupted leaves nothing that looks complete.
  renameSync(join(unpacked, `opensearch-${OPENSEARCH_VERSION}`), home)
  rmSync(unpacked, { recursive: true, force: true })
  return undefined
}
