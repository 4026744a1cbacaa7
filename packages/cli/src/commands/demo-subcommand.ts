import { type Configuration, type RunningServer, instancesFile } from '@rowhouse/server'

export const DEMO_INSTANCE = 'demo'

interface DemoKey {
  readonly id: string
  readonly secret: string
}

/** Makes sure that the demo's instance exists. Returns its key if the instance is new. */
export async function ensureDemo(
  registry: RunningServer['registry'],
): Promise<DemoKey | undefined> {
  if (registry.find(DEMO_INSTANCE) !== undefined) return undefined
  const created = await registry.create(DEMO_INSTANCE)
  return created.keys[0]
}

/** Describes the demo. A new secret is shown once, and only on a terminal unless no file keeps it. */
export function describeDemo(
  { endpoint, consoleUrl }: Pick<RunningServer, 'endpoint' | 'consoleUrl'>,
  configuration: Pick<Configuration, 'data' | 'ephemeral'>,
  created: DemoKey | undefined,
  isTerminal: boolean,
): string {
  const { data, ephemeral } = configuration
  const keyFile = ephemeral ? undefined : instancesFile(data)
  const lines = [
    `Rowhouse is ready at ${endpoint}`,
    ...(consoleUrl === undefined ? [] : [`  console    ${consoleUrl}`]),
    `  instance   ${DEMO_INSTANCE}`,
    `  data       ${ephemeral ? 'in memory' : data}`,
    ...describeKey(keyFile, created, isTerminal),
    '',
    'Try it from Node.js, after "npm install tablestore":',
    '',
    snippet(endpoint, keyFile === undefined ? literal(created) : requireKey(keyFile)),
  ]
  return `${lines.join('\n')}\n`
}

function describeKey(
  keyFile: string | undefined,
  created: DemoKey | undefined,
  isTerminal: boolean,
): string[] {
  const where = keyFile === undefined ? [] : [`  key file   ${keyFile}`]
  if (created === undefined) return where
  const isShown = isTerminal || keyFile === undefined
  const secret = isShown ? `${created.secret}  (shown only once)` : 'in the key file'
  return [...where, `  access key ${created.id}`, `  secret     ${secret}`]
}

/** The key is a new one, or a placeholder for the one that `--access-key` gave. */
const literal = (key: DemoKey = { id: 'ID', secret: 'SECRET' }): string =>
  `{ id: '${key.id}', secret: '${key.secret}' }`

const requireKey = (keyFile: string): string =>
  `require(${JSON.stringify(keyFile)}).instances.find(({ name }) => name === '${DEMO_INSTANCE}').keys[0]`

/** Five lines that work when pasted into `node` or a file. */
function snippet(endpoint: string, key: string): string {
  return [
    "const TableStore = require('tablestore')",
    `const { id, secret } = ${key}`,
    'const client = new TableStore.Client({ accessKeyId: id, secretAccessKey: secret,',
    `  endpoint: '${endpoint}', instancename: '${DEMO_INSTANCE}' })`,
    'client.listTable({}).then(({ tableNames }) => console.log(tableNames))',
  ].join('\n')
}
