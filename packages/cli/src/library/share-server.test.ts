import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ControlError, sharedServer } from './index.js'
import { useRowhouse } from './jest.js'

const LIBRARY = new URL('../../bundle/index.js', import.meta.url).href

test('processes that are started later find the server, and can have their own instances', () => {
  const worker = `import { sharedServer } from ${JSON.stringify(LIBRARY)}
    const shared = sharedServer()
    const own = await shared.createInstance()
    await own.reset()
    console.log(own.instance !== shared.instance && own.endpoint === shared.endpoint)`
  const runner = `import { execFileSync } from 'node:child_process'
    import { shareServer, sharedServer } from ${JSON.stringify(LIBRARY)}
    await shareServer()
    const first = sharedServer().endpoint
    await shareServer()
    console.log(sharedServer().endpoint === first)
    const worker = ['--input-type=module', '-e', ${JSON.stringify(worker)}]
    process.stdout.write(execFileSync(process.execPath, worker))`
  const args = ['--input-type=module', '-e', runner]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('true\ntrue\n')
})

test('there is no shared server by default', () => {
  expect(sharedServer()).toBeUndefined()
})

test('useRowhouse needs the global hooks of Jest', () => {
  expect(() => useRowhouse()).toThrow(new ControlError('useRowhouse is for tests that Jest runs'))
})
