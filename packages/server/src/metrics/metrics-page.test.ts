import { MemoryBudget } from '@rowhouse/engine'
import { openMemoryEngine } from '@rowhouse/engine/testing'
import { expect, test } from 'vitest'
import { openAdmission } from '../admission/open-admission.js'
import { readConfiguration } from '../configuration/configuration.js'
import { noSearch } from '../testing/no-search.js'
import { noDisk } from '../disk-monitor.js'
import { LatencyHistogram } from './latency-histogram.js'
import { renderMetrics } from './metrics-page.js'
import { RequestFigures } from './request-figures.js'

test('the page has every figure in the text format', async () => {
  const { engine } = await openMemoryEngine()
  engine.meter.add('inst', 'orders', 3, 5)
  engine.meter.refuse('inst', 'orders', 'write', 7)
  const requests = new RequestFigures()
  const admission = openAdmission(
    readConfiguration({
      options: { instanceConcurrent: 1 },
      environment: {},
      configFile: undefined,
    }),
  )
  const calls = { start: () => {}, refuse: () => {} }
  const entrant = { instance: 'inst', keyId: '', bytes: 7, isWrite: false, ...calls }
  admission.enter(entrant)
  admission.enter(entrant)
  const fsync = new LatencyHistogram()
  requests.of('GetRow').count('OK')
  requests.of('GetRow').count('OTSServerBusy')
  for (const seconds of [0.0002, 0.003, 0.003, 99]) requests.of('GetRow').latency.observe(seconds)
  fsync.observe(0.002)
  requests.busyRefusals = 4
  requests.uncaughtErrors = 2
  const page = await renderMetrics({
    engine,
    search: noSearch,
    requests,
    admission,
    memory: new MemoryBudget(2 ** 20),
    fsync,
    eventLoop: { read: () => ({ p50: 0.001, p99: 0.002, max: 0.003 }), stop: () => {} },
    disk: { ...noDisk, freeBytes: () => 12345 },
    version: '1.2.3',
  })
  const lines = page.split('\n')
  const expected = [
    'rowhouse_requests_total{operation="GetRow",code="OK"} 1',
    'rowhouse_requests_total{operation="GetRow",code="OTSServerBusy"} 1',
    '# TYPE rowhouse_request_seconds histogram',
    'rowhouse_request_seconds_bucket{operation="GetRow",le="0.00025"} 1',
    'rowhouse_request_seconds_bucket{operation="GetRow",le="0.0025"} 1',
    'rowhouse_request_seconds_bucket{operation="GetRow",le="0.005"} 3',
    'rowhouse_request_seconds_bucket{operation="GetRow",le="10"} 3',
    'rowhouse_request_seconds_bucket{operation="GetRow",le="+Inf"} 4',
    'rowhouse_request_seconds_count{operation="GetRow"} 4',
    'rowhouse_fsync_seconds_bucket{le="0.0025"} 1',
    'rowhouse_fsync_seconds_count 1',
    'rowhouse_capacity_units_total{instance="inst",table="orders",kind="read"} 3',
    'rowhouse_capacity_units_total{instance="inst",table="orders",kind="write"} 5',
    'rowhouse_throttled_rows_total{instance="inst",table="orders",kind="read"} 0',
    'rowhouse_throttled_rows_total{instance="inst",table="orders",kind="write"} 7',
    'rowhouse_busy_refusals_total 4',
    'rowhouse_uncaught_errors_total 2',
    'rowhouse_requests_in_flight 1',
    'rowhouse_request_bytes_in_flight 7',
    'rowhouse_instance_requests_in_flight{instance="inst"} 1',
    'rowhouse_instance_requests_waiting{instance="inst"} 0',
    'rowhouse_instance_refusals_total{instance="inst",limit="server"} 0',
    'rowhouse_instance_refusals_total{instance="inst",limit="concurrent"} 1',
    'rowhouse_event_loop_delay_seconds{quantile="0.99"} 0.002',
    'rowhouse_disk_free_bytes 12345',
    'rowhouse_info{version="1.2.3"} 1',
    'rowhouse_engine{figure="tables"} 0',
  ]
  for (const line of expected) expect(lines).toContain(line)
  expect(page).toMatch(/^rowhouse_store\{figure="\w+"\} \d/m)
})
