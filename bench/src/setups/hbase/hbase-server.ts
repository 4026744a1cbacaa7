import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../peers/free-port.js'
import { PATIENCE_MS } from '../processes/patience.js'
import { type RunningProcess, startProcess } from '../processes/running-process.js'
import type { HbaseSoftware } from './hbase-software.js'

const GATEWAY_HEAP_MB = 512
/** What Java 17 closes and HBase opens in its own script. */
const OPENED = ['java.lang', 'java.lang.reflect', 'java.nio', 'java.util', 'sun.nio.ch']

export interface HbaseServer {
  readonly processes: readonly RunningProcess[]
  /** Of the REST gateway. */
  readonly url: string
}

/** Master, region server and ZooKeeper in one process on the loopback interface, and the REST gateway. */
export async function startHbase(
  { java, libraries }: HbaseSoftware,
  { folder, heapMb }: { readonly folder: string; readonly heapMb: number },
): Promise<HbaseServer> {
  const configuration = join(folder, 'config')
  const port = await freePort()
  mkdirSync(configuration, { recursive: true })
  writeFileSync(join(configuration, 'log4j.properties'), LOGGING)
  writeFileSync(join(configuration, 'hbase-site.xml'), settingsOf(folder, await freePort(), port))
  const opened = OPENED.flatMap((name) => ['--add-opens', `java.base/${name}=ALL-UNNAMED`])
  const classPath = ['-cp', `${configuration}:${libraries}/*`]
  const server = await startProcess({
    name: 'HBase',
    command: java,
    args: [
      `-Xms${heapMb}m`,
      `-Xmx${heapMb}m`,
      ...opened,
      ...classPath,
      'org.apache.hadoop.hbase.master.HMaster',
      'start',
    ],
    folder,
    ready: /Master has completed initialization/,
  })
  try {
    const gateway = await startProcess({
      name: 'HBase REST',
      command: java,
      args: [
        `-Xmx${GATEWAY_HEAP_MB}m`,
        ...opened,
        ...classPath,
        'org.apache.hadoop.hbase.rest.RESTServer',
        'start',
      ],
      folder,
      ready: /Server Started @/,
    })
    return { processes: [server, gateway], url: `http://127.0.0.1:${port}` }
  } catch (error) {
    await server.kill()
    throw error
  }
}

/** Logs only to the console, where the line is read that says that it is ready. */
const LOGGING = `log4j.rootLogger=INFO,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%c{1} %m%n
`

function settingsOf(folder: string, zookeeperPort: number, gatewayPort: number): string {
  const patience = String(PATIENCE_MS)
  const settings = {
    'hbase.rootdir': `file://${join(folder, 'data')}`,
    'hbase.tmp.dir': join(folder, 'tmp'),
    'hbase.unsafe.stream.capability.enforce': 'false',
    'hbase.wal.provider': 'filesystem',
    'hbase.zookeeper.property.dataDir': join(folder, 'zookeeper'),
    'hbase.zookeeper.property.clientPort': String(zookeeperPort),
    'hbase.zookeeper.property.clientPortAddress': '127.0.0.1',
    'hbase.zookeeper.quorum': '127.0.0.1',
    // ZooKeeper grants at most twenty ticks, and a server whose session has ended is lost for good.
    'hbase.zookeeper.property.tickTime': String(PATIENCE_MS / 20),
    'hbase.zookeeper.property.maxSessionTimeout': patience,
    'zookeeper.session.timeout': patience,
    'zookeeper.session.timeout.localHBaseCluster': patience,
    'hbase.rpc.timeout': patience,
    'hbase.client.operation.timeout': patience,
    'hbase.master.port': '0',
    'hbase.master.info.port': '-1',
    'hbase.master.hostname': 'localhost',
    'hbase.master.ipc.address': '127.0.0.1',
    'hbase.regionserver.port': '0',
    'hbase.regionserver.info.port': '-1',
    'hbase.regionserver.hostname': 'localhost',
    'hbase.regionserver.ipc.address': '127.0.0.1',
    'hbase.rest.host': '127.0.0.1',
    'hbase.rest.port': String(gatewayPort),
    'hbase.rest.info.port': '-1',
  }
  const properties = Object.entries(settings).map(
    ([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`,
  )
  return `<configuration>\n${properties.join('\n')}\n</configuration>\n`
}
