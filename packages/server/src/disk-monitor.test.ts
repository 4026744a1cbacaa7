import { nodeFiles } from '@rowhouse/platform'
import { expect, test, vi } from 'vitest'
import { type DiskMonitor, createDiskMonitor, watchDisk } from './disk-monitor.js'

const monitorOf = (space: () => number) => {
  const changes: boolean[] = []
  const errors: unknown[] = []
  const monitor: DiskMonitor = createDiskMonitor({
    files: { ...nodeFiles, freeSpace: async () => space() },
    folder: '/data',
    freeBytesMin: 1000,
    onChange: (isLow) => changes.push(isLow),
    onError: (error) => errors.push(error),
  })
  return { monitor, changes, errors }
}

test('the disk is low below the watermark and not above it', async () => {
  let space = 1000
  const { monitor, changes } = monitorOf(() => space)
  expect(monitor.freeBytes()).toBeUndefined()
  await monitor.look()
  expect(monitor.isLow()).toBe(false)
  space = 999
  await monitor.look()
  await monitor.look()
  expect(monitor.isLow()).toBe(true)
  expect(monitor.freeBytes()).toBe(999)
  space = 1000
  await monitor.look()
  expect(monitor.isLow()).toBe(false)
  expect(changes).toEqual([true, false])
})

test('the disk is low from a write without space until the next check', async () => {
  const { monitor, changes } = monitorOf(() => 5000)
  monitor.noticeFull()
  monitor.noticeFull()
  expect(monitor.isLow()).toBe(true)
  await monitor.look()
  expect(monitor.isLow()).toBe(false)
  expect(changes).toEqual([true, false])
})

test('the state stays when free space cannot be read', async () => {
  let isReadable = true
  const { monitor, errors } = monitorOf(() => {
    if (!isReadable) throw new Error('no')
    return 1
  })
  await monitor.look()
  isReadable = false
  await monitor.look()
  await monitor.look()
  expect(monitor.isLow()).toBe(true)
  expect(errors).toHaveLength(1)
})

test('stopping waits for the work after a check, which never runs twice at once', async () => {
  const { monitor } = monitorOf(() => 5000)
  const order: string[] = []
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const stop = watchDisk(monitor, 1, async () => {
    order.push('begun')
    await held
    order.push('ended')
  })
  await vi.waitFor(() => expect(order).toEqual(['begun']), 60_000)
  const stopped = stop().then(() => order.push('stopped'))
  release()
  await stopped
  expect(order).toEqual(['begun', 'ended', 'stopped'])
})
