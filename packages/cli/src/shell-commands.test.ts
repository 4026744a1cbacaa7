import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const PROGRAM = fileURLToPath(new URL('../bin/rowhouse.cjs', import.meta.url))
const KEY = ['--access-key', 'test-id:test-secret']
const folder = cliFolder()

const serve = async () => {
  const { port } = await folder.serve(...KEY)
  const endpoint = `http://127.0.0.1:${port}`
  return { endpoint, connection: ['--endpoint', endpoint, '--instance', 'inst', ...KEY] }
}

/** Runs the shell with a script on its standard input. */
const runScript = async (script: string, args: readonly string[]) => {
  const history = folder.path('history')
  const child = spawn(process.execPath, [PROGRAM, 'shell', ...args, '--history', history], {
    env: { PATH: process.env['PATH'], ROWHOUSE_PROFILES: folder.path('profiles.json') },
  })
  const [stdout, stderr]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk) => stdout.push(String(chunk)))
  child.stderr.on('data', (chunk) => stderr.push(String(chunk)))
  child.stdin.end(script)
  await once(child, 'close')
  return { code: child.exitCode, stdout: stdout.join(''), stderr: stderr.join('') }
}

const CREATE = `create -t people -k '[{"c":"uid","t":"string"}]'\nuse -t people\n`

test('a script is run from standard input, and rows are exported and imported', async () => {
  const { endpoint, connection } = await serve()
  const config = `config --endpoint ${endpoint} --instance inst --id test-id --key test-secret\n`
  const put = `put -k '["a"]' -a '[{"c":"n","v":1,"isint":true},{"c":"d","v":1}]'\n`
  const file = folder.path('rows.json')
  const script = `${CREATE}${put}export -o '${file}'\ndel -k '["a"]'\nimport -i '${file}'\nscan\n`
  const { code, stdout, stderr } = await runScript(config + script, ['--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).not.toContain('test-secret')
  const [row = ''] = stdout.trim().split('\n').slice(-1)
  expect(`${row}\n`).toBe(readFileSync(file, 'utf8'))
  expect(row).toMatch(/^{"PK":{"Values":\["a"\]},"Attr":{"Values":\[{"C":"d","V":1,"TS":\d+},/)

  writeFileSync(file, `${row}\n{"PK":{"Values":["b"]}}\n{"PK":{"Values":[1]}}\n`)
  const bad = await runScript(`use -t people\nimport -i '${file}'\n`, connection)
  expect(bad).toEqual({
    code: 1,
    stdout: 'Import finished, total count is 3, failed 1 row.\n',
    stderr: 'error: 1 row was refused: PK of line 3 uid is no string: 1\n',
  })

  writeFileSync(file, 'uid\na\nb\n')
  const wrong = await runScript(`use -t people\nimport -i '${file}'\n`, connection)
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toMatch(/^error: 3 rows were refused, the first: [^;\n]*line 1[^;\n]*\n$/)
})

test('a script ends at its first error, unless --keep-going is given', async () => {
  const { connection } = await serve()
  const script = `nonsense\nuse -t missing\n${CREATE}`
  const ended = await runScript(script, connection)
  expect(ended).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: there is no command nonsense: "help" lists them\n',
  })
  const refused = await runScript('use -t missing\nlist\n', connection)
  expect(refused.code).toBe(3)
  expect(refused.stderr).toMatch(/^error: OTSObjectNotExist: Requested table does not exist\. /)
  const wentOn = await runScript(script, [...connection, '--keep-going'])
  expect(wentOn).toMatchObject({ code: 3, stdout: 'done\n' })
})

test('the missing parts of a connection are reported', async () => {
  const { code, stderr } = await runScript('list\n', [])
  expect(code).toBe(2)
  expect(stderr).toContain('"config --endpoint ..." is missing')
})

test('the same commands can be called one by one', async () => {
  const { endpoint } = await serve()
  const environment = {
    ROWHOUSE_ENDPOINT: endpoint,
    ROWHOUSE_INSTANCE: 'inst',
    ROWHOUSE_ACCESS_KEY: 'test-id:test-secret',
    ROWHOUSE_PROFILES: folder.path('profiles.json'),
  }
  const run = (...args: readonly string[]) => runCli(args, environment)
  const key = '[{"c":"uid","t":"string"}]'
  const done = { code: 0, stdout: 'done\n', stderr: '' }
  expect(await run('table', 'create', '-t', 'people', '--ttl', '-1', '-k', key)).toEqual(done)
  expect((await run('table', 'list', '--json')).stdout).toBe('["people"]\n')
  const attr = '[{"c":"name","v":"x"}]'
  expect(await run('row', 'put', '-t', 'people', '-k', '["a"]', '-a', attr)).toEqual(done)
  expect((await run('row', 'get', '-t', 'people', '-k', '["a"]')).stdout).toContain(
    '| a   | x    |',
  )
  const missing = await run('row', 'get', '-t', 'people')
  expect(missing).toMatchObject({ code: 2, stdout: '' })
  expect(missing.stderr).toContain('--pk <TEXT>')
  const schema = folder.path('schema.json')
  writeFileSync(schema, '{"FieldSchemas":[{"FieldName":"name","FieldType":"KEYWORD"}]}')
  const index = ['-t', 'people', '-n', 'people_index']
  expect(await run('search', 'create', ...index, '-i', schema)).toEqual(done)
  const found = await run('search', 'query', ...index, '-q', '{"GetTotalCount":true}', '--wait')
  expect(found.stdout).toContain('total: 1\n')
  expect(await run('search', 'drop', ...index)).toEqual(done)
  expect(await run('table', 'drop', '-t', 'people')).toEqual(done)
  expect((await run('table', 'desc', '-t', 'people')).code).toBe(3)
})

test('an invalid key ends with 2 and is not shown', async () => {
  const { code, stderr } = await runCli(['row', 'scan', '--access-key', 'only-secret'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: the access key is not ID:SECRET\n' })
})
