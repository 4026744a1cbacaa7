import { type MessagePort, parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '@rowhouse/platform'
import { type Sample, advise } from '@rowhouse/practices'
import { consoleLimits } from '../limits.js'
import { keysOf } from './advised-keys.js'

/** The entry of the thread that works out advice (see advice-desk.ts). */
function listen(port: MessagePort): void {
  lowerThreadPriority(consoleLimits.ADVICE_NICENESS)
  port.on('message', (sample: Sample) => port.postMessage(keysOf(advise(sample))))
}

if (parentPort !== null) listen(parentPort)
