import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const OPENSEARCH_VERSION = '2.19.3'
/** The server without plugins: its core has everything that the searches need. */
const ARTIFACT = `org.opensearch.distribution.integ-test-zip:opensearch:${OPENSEARCH_VERSION}:zip`
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack'
/** OpenSearch needs Java 11 or newer, and the security manager, which Java 24 no longer has. */
const JAVA_FROM = 11
const JAVA_TO = 23

export interface OpenSearchSoftware {
  readonly java: string
  readonly javaMajor: number
  /** Its unpacked folder, absolute. */
  readonly home: string
}

/** The software, fetched once into the folder, or a line that says why that is not possible. */
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

/** Fetches by Maven, which knows the registry. It records in its working folder what it has unpacked. */
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
  // The rename is atomic, so an interrupted fetch leaves nothing that looks complete.
  renameSync(join(unpacked, `opensearch-${OPENSEARCH_VERSION}`), home)
  rmSync(unpacked, { recursive: true, force: true })
  return undefined
}
