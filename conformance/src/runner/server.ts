import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { REPOSITORY } from './folders.js'
import type { Mode } from './modes.js'

/** A server under test: what the suites find in their environment, and how to end it. */
export interface Target {
  readonly environment: NodeJS.ProcessEnv
  readonly stop: () => Promise<void>
}

const secret = (): string => randomBytes(16).toString('hex')
