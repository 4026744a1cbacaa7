import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE, CONFORMANCE } from './folders.js'
import { answers, runCommand } from './run-command.js'
import type { Sdk } from './sdk.js'

const NODE_VERSION = '5.6.5'
const PYTHON_VERSION = '6.1.0'
const JAVA_VERSION = '5.17.10'
const GO_VERSION = '1.7.17'

const node: Sdk = {
  id: 'node',
  title: 'Node.js',
  packageName: 'tablestore',
  version: NODE_VERSION,
  prepare: async () => ({
    command: process.execPath,
    args: [join(CONFORMANCE, 'dist/node/main.js')],
    directory: CONFORMANCE,
  }),
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' ')

const python: Sdk = {
  id: 'python',
  title: 'Python',
  packageName: 'tablestore',
  version: PYTHON_VERSION,
  prepare: async () => {
    const directory = join(CONFORMANCE, 'python')
    const environment = join(CACHE, `python-${PYTHON_VERSION}`)
    const command = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin', 'python')
    const suite = { command, args: ['-B', 'main.py'], directory }
    if (existsSync(command) && (await answers(command, '-c', 'import tablestore'))) return suite
    if (!(await answers('python3', '--version'))) return { missing: 'python3 is not installed' }
    await mkdir(CACHE, { recursive: true })
    const made = await runCommand('python3', ['-m', 'venv', environment], { directory })
    if (made.code !== 0) return { missing: `no virtual environment: ${lastLines(made.stderr)}` }
    const got = await runCommand(
      command,
      ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'],
      { directory },
    )
    if (got.code !== 0)
      return { missing: `the package was not installed: ${lastLines(got.stderr)}` }
    return suite
  },
}

const java: Sdk = {
  id: 'java',
  title: 'Java',
  packageName: 'com.aliyun.openservices:tablestore',
  version: JAVA_VERSION,
  prepare: async () => {
    const directory = join(CONFORMANCE, 'java')
    if (!(await answers('java', '-version'))) return { missing: 'java is not installed' }
    if (!(await answers('mvn', '-version'))) return { missing: 'mvn is not installed' }
    const target = join(CACHE, `java-${JAVA_VERSION}`)
    const built = await runCommand('mvn', ['-q', '-B', `-Drowhouse.target=${target}`, 'package'], {
      directory,
    })
    if (built.code !== 0) return { missing: `the build failed: ${lastLines(built.stderr)}` }
    const libraries = (await readdir(join(target, 'lib'))).map((jar) => join(target, 'lib', jar))
    const classes = [join(target, 'classes'), ...libraries].join(
      process.platform === 'win32' ? ';' : ':',
    )
    return { command: 'java', args: ['-cp', classes, 'rowhouse.conformance.Main'], directory }
  },
}

const go: Sdk = {
  id: 'go',
  title: 'Go',
  packageName: 'github.com/aliyun/aliyun-tablestore-go-sdk',
  version: GO_VERSION,
  prepare: async () => {
    const directory = join(CONFORMANCE, 'go')
    if (!(await answers('go', 'version'))) return { missing: 'go is not installed' }
    await mkdir(CACHE, { recursive: true })
    const binary = join(CACHE, `go-${GO_VERSION}`)
    const built = await runCommand('go', ['build', '-o', binary, '.'], { directory })
    if (built.code !== 0) return { missing: `the build failed: ${lastLines(built.stderr)}` }
    return { command: binary, args: [], directory }
  },
}

/** The SDKs in the order of the page's columns. */
export const SDKS: readonly Sdk[] = [node, python, java, go]
