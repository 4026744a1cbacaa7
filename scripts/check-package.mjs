// Proves that what would be published can be installed and started: packs the command, installs the
// archive in an empty folder and lets it serve one request.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runCommand } from './lib/run-command.mjs'

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-package-'))

const run = async (command, args) => {
  const { isOk } = await runCommand(command, args)
  if (!isOk) throw new Error(`${command} ${args.join(' ')} failed`)
}

const install = async () => {
  await run('npm', ['pack', '--silent', '--workspace', 'rowhouse', '--pack-destination', folder])
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack made no archive')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--prefix', folder, '--ignore-scripts', '--prefer-offline', '--no-audit']
  await run('npm', ['install', '--silent', ...options, join(folder, archive)])
}

const serveOneRequest = async () => {
  const command = join(folder, 'node_modules', 'rowhouse', 'bin', 'rowhouse.cjs')
  const options = ['--port', '0', '--data', join(folder, 'data'), '--log-level', 'error']
  const server = spawn(process.execPath, [command, 'serve', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const { port } = JSON.parse(line)
      const reply = await fetch(`http://127.0.0.1:${port}/healthz`)
      if (!reply.ok) throw new Error(`/healthz answers ${reply.status}`)
      return
    }
    throw new Error('the server ended before it was ready')
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

try {
  await install()
  await serveOneRequest()
  console.log('the packed command installs, starts and answers')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
