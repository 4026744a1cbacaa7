import { type Configuration, type RunningServer, instancesFile } from '@rowhouse/server'

export const DEMO_INSTANCE = 'demo'

interface DemoKey {
  readonly id: string
  readonly secret: string
}

/** The new key when the instance was created just now. */
export async function ensureDemo(
  registry: RunningServer['registry'],
): Promise<DemoKey | undefined> {
  if (registry.find(DEMO_INSTANCE) !== undefined) return undefined
  const created = await registry.create(DEMO_INSTANCE)
  return created.keys[0]
}

/** The secret is shown once, when it is new, and only to a person. */
export function describeDemo(
  endpoint: string,
  configuration: Pick<Configuration, 'data' | 'ephemeral'>,
  created: DemoKey | undefined,
  isTerminal: boolean,
): string {
  const keyFile = instancesFile(configuration.data)
  const lines = [
    `Rowhouse is ready at ${endpoint}`,
    `  instance   ${DEMO_INSTANCE}`,
    `  data       ${configuration.data}`,
    `  key file   ${keyFile}`,
  ]
  if (created !== undefined && isTerminal) {
    lines.push(`  access key ${created.id}`, `  secret     ${created.secret}  (shown only once)`)
  }
  lines.push(
    '',
    'Try it from Node.js, after "npm install tablestore":',
    '',
    snippet(endpoint, keyFile),
  )
  return `${lines.join('\n')}\n`
}

/** Five lines that work when pasted, into `node` or a file: they read the key where it is kept. */
function snippet(endpoint: string, keyFile: string): string {
  const find = `instances.find(({ name }) => name === '${DEMO_INSTANCE}').keys[0]`
  return [
    "const TableStore = require('tablestore')",
    `const { id, secret } = require(${JSON.stringify(keyFile)}).${find}`,
    'const client = new TableStore.Client({ accessKeyId: id, secretAccessKey: secret,',
    `  endpoint: '${endpoint}', instancename: '${DEMO_INSTANCE}' })`,
    'client.listTable({}).then(({ tableNames }) => console.log(tableNames))',
  ].join('\n')
}
