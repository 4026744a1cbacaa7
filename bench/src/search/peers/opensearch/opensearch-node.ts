import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ChildServer } from '../../../peers/child-server.js'
import { guardProcess } from '../../../peers/process-guard.js'
import type { OpenSearchSoftware } from './opensearch-software.js'

const HEAP = '2g'
/** OpenSearch refuses to run as root, so it runs as the user nobody then. */
const NOBODY = 65_534
const LAST_LINES = 15

export interface OpenSearchNode extends ChildServer {
  readonly stop: () => Promise<void>
}

/** One node on the loopback interface, on free ports, with its data below the folder. */
export async function startOpenSearch(
  software: OpenSearchSoftware,
  folder: string,
  heap = HEAP,
): Promise<OpenSearchNode> {
  const startedAt = performance.now()
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const paths = writeConfiguration(resolve(folder), user.uid)
  const child = spawn(software.java, javaArguments(software, paths, heap), {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: paths.work,
    ...user,
  })
  // A missing process is detected below by its missing id.
  child.on('error', () => undefined)
  const { pid } = child
  if (pid === undefined) throw new Error(`${software.java} cannot be started`)
  const guard = guardProcess(child, 'SIGKILL')
  const exited = once(child, 'exit')
  try {
    const port = await readyPort(child)
    const readyMs = performance.now() - startedAt
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM')
      await exited
      guard.release()
    }
    return { process: child, pid, endpoint: { host: '127.0.0.1', port }, readyMs, stop }
  } catch (error) {
    child.kill('SIGKILL')
    guard.release()
    throw error
  }
}

interface NodePaths {
  readonly configuration: string
  readonly data: string
  readonly work: string
}

function writeConfiguration(folder: string, owner: number | undefined): NodePaths {
  const paths = {
    configuration: join(folder, 'config'),
    data: join(folder, 'data'),
    work: join(folder, 'work'),
  }
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true })
  const settings = [
    'cluster.name: orders',
    'node.name: peer',
    'discovery.type: single-node',
    'network.host: 127.0.0.1',
    'http.port: 0',
    'transport.port: 0',
    `path.data: ${JSON.stringify(paths.data)}`,
    `path.logs: ${JSON.stringify(paths.work)}`,
    'action.auto_create_index: false',
    // A disk that is filled by others must not make the index read-only during a run.
    'cluster.routing.allocation.disk.threshold_enabled: false',
  ]
  writeFileSync(join(paths.configuration, 'opensearch.yml'), `${settings.join('\n')}\n`)
  writeFileSync(join(paths.configuration, 'log4j2.properties'), LOGGING)
  if (owner !== undefined) giveTo(folder, owner)
  return paths
}

/** Logs only to the console, in lines that readyPort parses. */
const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %level %c{1} %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`

function giveTo(folder: string, owner: number): void {
  chownSync(folder, owner, owner)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), owner, owner)
  }
}

/** The Java options of its own script, with a heap as large as Rowhouse's memory for searches. */
function javaArguments(software: OpenSearchSoftware, paths: NodePaths, heap: string): string[] {
  const { home, javaMajor } = software
  return [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    '-XX:+UseG1GC',
    '-XX:+AlwaysPreTouch',
    '-XX:MaxDirectMemorySize=1g',
    '-Xss1m',
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Djna.nosys=true',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dio.netty.recycler.maxCapacityPerThread=0',
    '-Dlog4j.shutdownHookEnabled=false',
    '-Dlog4j2.disable.jmx=true',
    ...(javaMajor >= 18 ? ['-Djava.security.manager=allow'] : []),
    `-Djava.io.tmpdir=${paths.work}`,
    `-Djna.tmpdir=${paths.work}`,
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${paths.configuration}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    join(home, 'lib', '*'),
    'org.opensearch.bootstrap.OpenSearch',
  ]
}

/** The HTTP port, when the log says that the node has started. */
function readyPort(child: ChildProcessByStdio<null, Readable, Readable>): Promise<number> {
  return new Promise((resolve, reject) => {
    const last: string[] = []
    let port = 0
    const onLine = (line: string): void => {
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      port = Number(/HttpServerTransport publish_address \{[^}]*:(\d+)\}/.exec(line)?.[1] ?? port)
      if (/^INFO Node started$/.test(line) && port > 0) resolve(port)
    }
    createInterface({ input: child.stdout }).on('line', onLine)
    createInterface({ input: child.stderr }).on('line', onLine)
    child.once('close', (code, signal) => {
      const said = last.join('\n')
      reject(new Error(`OpenSearch ended (${code ?? signal}) before it was ready:\n${said}`))
    })
  })
}
