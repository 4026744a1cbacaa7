import { rmSync } from 'node:fs'
import { Client } from '@rowhouse/client'
import type { Endpoint } from '../load/connection.js'
import { stopChildServer } from '../peers/child-server.js'
import { CREDENTIALS } from '../peers/credentials.js'
import { startRowhouse } from '../peers/rowhouse-server.js'

const DATA = 'data-bench/practices'

/** A server for some figures of the page, and a client that sees every refusal. */
export interface PracticeServer {
  readonly endpoint: Endpoint
  readonly url: string
  readonly client: Client
}

export async function withPracticeServer<Result>(
  serverArgs: readonly string[],
  work: (server: PracticeServer) => Promise<Result>,
): Promise<Result> {
  rmSync(DATA, { recursive: true, force: true })
  const server = await startRowhouse({
    program: undefined,
    nodeArgs: [],
    data: DATA,
    serverArgs,
    cpuProfile: undefined,
  })
  const { instance, accessKeyId: id, accessKeySecret: secret } = CREDENTIALS
  const url = `http://${server.endpoint.host}:${server.endpoint.port}`
  const client = new Client({ endpoint: url, instance, accessKey: { id, secret }, retries: 0 })
  try {
    return await work({ endpoint: server.endpoint, url, client })
  } finally {
    await client.close()
    await stopChildServer(server)
    rmSync(DATA, { recursive: true, force: true })
  }
}
