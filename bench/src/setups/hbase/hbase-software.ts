import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const HBASE_VERSION = '2.6.1'
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'

/** The server and its REST gateway. The old servlets that Hadoop brings hide those that the gateway needs. */
const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bench</groupId>
  <artifactId>hbase</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.hbase</groupId>
      <artifactId>hbase-rest</artifactId>
      <version>${HBASE_VERSION}</version>
      <exclusions>
        <exclusion><groupId>javax.servlet</groupId><artifactId>servlet-api</artifactId></exclusion>
        <exclusion><groupId>org.mortbay.jetty</groupId><artifactId>*</artifactId></exclusion>
      </exclusions>
    </dependency>
  </dependencies>
</project>
`

export interface HbaseSoftware {
  readonly java: string
  /** The folder of its libraries, absolute. */
  readonly libraries: string
}

/** The libraries, fetched once by Maven, or a line that says why that is not possible. */
export function hbaseSoftware(folder: string): HbaseSoftware | string {
  const { JAVA_HOME } = process.env
  const java = JAVA_HOME === undefined ? 'java' : join(JAVA_HOME, 'bin', 'java')
  if (spawnSync(java, ['-version']).error !== undefined) return 'there is no Java here'
  const libraries = resolve(folder, `hbase-${HBASE_VERSION}`)
  const problem = existsSync(libraries) ? undefined : fetchWithMaven(folder, libraries)
  return problem ?? { java, libraries }
}

function fetchWithMaven(folder: string, libraries: string): string | undefined {
  const project = resolve(folder, 'hbase-project')
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'pom.xml'), PROJECT)
  const copied = join(project, 'libraries')
  const args = ['-B', '-q', COPY, '-DincludeScope=runtime', `-DoutputDirectory=${copied}`]
  try {
    execFileSync('mvn', args, { cwd: project, stdio: 'pipe' })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? 'there is no Maven here' : `Maven could not fetch HBase ${HBASE_VERSION}`
  }
  renameSync(copied, libraries)
  rmSync(project, { recursive: true, force: true })
  return undefined
}
