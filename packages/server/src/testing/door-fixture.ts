import { createHash } from 'node:crypto'
import { type Socket, connect } from 'node:net'
import { decodeError, signReply, signV1, signedHeaders } from '@rowhouse/protocol'
import { type Clock, WorkTurns } from '@rowhouse/platform'
import type { Instance } from '../instances/instance.js'
import { type Door, type DoorOptions, createDoor } from '../door/door.js'
import type { DoorBounds } from '../door/door-context.js'
import type { Call, EngineGate, Refusal, ReplyTarget } from '../door/messages.js'

export const SECRET = 'testSecret'
/** The moment at which the signature vectors were signed. */
export const NOW = Date.UTC(2024, 0, 2, 3, 4, 5)
export const EMPTY_MD5 = '1B2M2Y8AsgTpgAmY7PhCfg=='

export const instances: readonly Instance[] = [
  {
    name: 'inst',
    type: 'performance',
    keys: [
      { id: 'testId', secret: SECRET, access: 'read-write', stsToken: undefined },
      { id: 'readerId', secret: 'readerSecret', access: 'read-only', stsToken: undefined },
      { id: 'stsId', secret: 'stsSecret', access: 'read-write', stsToken: 'token-1' },
    ],
  },
  {
    name: 'other',
    type: 'performance',
    keys: [{ id: 'otherId', secret: 'otherSecret', access: 'read-write', stsToken: undefined }],
  },
]

export const bounds: DoorBounds = {
  bodyBytesMax: 4096,
  incomingBytesMax: 1 << 20,
  connectionsMax: 64,
  headTimeout: 200,
  bodyTimeout: 200,
  silenceTimeout: 5_000,
  keepAliveTimeout: 5_000,
}

/** A gate that records its calls and replies as the test says. */
export class StubGate implements EngineGate {
  readonly calls: Call[] = []
  readonly refusals: Refusal[] = []
  respond: (call: Call, target: ReplyTarget) => void = (_call, target) =>
    target.reply(200, Buffer.from('answer'))
  readonly ofGone: ReplyTarget[] = []

  submit(call: Call, target: ReplyTarget): void {
    this.calls.push(call)
    this.respond(call, target)
  }

  page(page: string, target: ReplyTarget): void {
    target.reply(200, Buffer.from(`page ${page}`))
  }

  gone(target: ReplyTarget): void {
    this.ofGone.push(target)
  }

  refused(refusal: Refusal): void {
    this.refusals.push(refusal)
  }
}

export interface DoorFixture {
  readonly door: Door
  readonly gate: StubGate
  readonly port: number
  close(): Promise<void>
}

/** The wall clock stands still at the vectors' moment. The monotonic clock runs, for the timeouts. */
const clock: Clock = { now: () => NOW, monotonic: () => performance.now() }

export async function openDoorFixture(options: Partial<DoorOptions> = {}): Promise<DoorFixture> {
  const gate = new StubGate()
  const door = createDoor({
    gate,
    operations: new Map([
      ['ListTable', 'read'],
      ['GetRow', 'read'],
      ['PutRow', 'write'],
      ['Search', 'unsupported'],
    ]),
    policy: { mode: 'enforce', clockSkew: 15 * 60_000 },
    bounds,
    metricsForAll: false,
    consoleUrl: undefined,
    tls: undefined,
    instances,
    clock,
    random: { bytes: (length) => Buffer.alloc(length, 0xa5) },
    turns: new WorkTurns(clock),
    ...options,
  })
  await new Promise<void>((resolve) => {
    door.server.listen(0, '127.0.0.1', resolve)
  })
  const address = door.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { door, gate, port, close: () => door.drain(1_000) }
}

export interface RequestParts {
  readonly method?: string
  readonly target?: string
  readonly operation?: string
  readonly body?: Buffer
  /** Added to the ordinary headers after signing, or taken away with undefined. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The same, before signing. */
  readonly signed?: Readonly<Record<string, string | undefined>>
  readonly secret?: string
}

export const contentMd5Of = (body: Buffer): string =>
  createHash('md5').update(body).digest('base64')

/** A complete request, correctly signed unless the parts say otherwise. */
export function requestBytes(parts: RequestParts = {}): Buffer {
  const { operation = 'GetRow', body = Buffer.alloc(0), method = 'POST' } = parts
  const headers: Record<string, string | undefined> = {
    'x-ots-accesskeyid': 'testId',
    'x-ots-apiversion': '2015-12-31',
    'x-ots-contentmd5': contentMd5Of(body),
    'x-ots-date': '2024-01-02T03:04:05.678Z',
    'x-ots-instancename': 'inst',
    ...parts.signed,
  }
  const given = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  const signature = signV1(parts.secret ?? SECRET, operation, signedHeaders(given))
  const all: Record<string, string | undefined> = {
    host: '127.0.0.1',
    ...given,
    'x-ots-signature': signature,
    'content-length': String(body.length),
    ...parts.headers,
  }
  const lines = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${parts.target ?? `/${operation}`} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'utf8'), body])
}

export interface RawReply {
  readonly status: number
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** As they were spelt. */
  readonly names: readonly string[]
  readonly body: Buffer
}

/** A connection that sends raw bytes and reads whole replies. */
export class RawClient {
  readonly socket: Socket
  #pieces: Buffer[] = []
  #length = 0
  #wake: () => void = () => {}
  #isClosed = false

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (chunk) => {
      this.#pieces.push(chunk)
      this.#length += chunk.length
      this.#wake()
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  send(bytes: Buffer | string): this {
    this.socket.write(bytes)
    return this
  }

  async reply(isHead = false): Promise<RawReply> {
    for (let needed = 0; ; await this.#more()) {
      if (this.#isClosed || this.#length >= needed) {
        const bytes = Buffer.concat(this.#pieces)
        const found = parseReply(bytes, isHead)
        const rest = bytes.subarray(found?.reply === undefined ? 0 : found.length)
        this.#pieces = [rest]
        this.#length = rest.length
        if (found?.reply !== undefined) return found.reply
        if (this.#isClosed) throw new Error(`closed after ${bytes.toString('latin1')}`)
        needed = found?.length ?? 0
      }
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (!this.#isClosed) await this.#more()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

/** Undefined until the whole reply has arrived. */
function parseReply(
  bytes: Buffer,
  isHead: boolean,
): { readonly reply: RawReply | undefined; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const names = lines.map((line) => line.slice(0, line.indexOf(':')))
  const length = isHead ? 0 : Number(headers.get('content-length') ?? 0)
  const start = end + 4
  if (bytes.length < start + length) return { reply: undefined, length: start + length }
  const body = bytes.subarray(start, start + length)
  return {
    reply: { status: Number(first.split(' ')[1]), headers, names, body },
    length: start + length,
  }
}

/** One request on a connection of its own. */
export async function exchange(port: number, parts: RequestParts = {}): Promise<RawReply> {
  const client = new RawClient(port)
  try {
    return await client.send(requestBytes(parts)).reply(parts.method === 'HEAD')
  } finally {
    client.socket.destroy()
  }
}

/** For example "403 OTSAuthFailed Signature mismatch.". */
export function describeError(reply: RawReply): string {
  const { code, message } = decodeError(reply.body)
  return `${reply.status} ${code} ${message}`
}

/** The authorization header that the reply must have, computed from its other headers. */
export function expectedAuthorization(
  reply: RawReply,
  operation: string,
  keyId: string,
  secret: string,
): string {
  const signed = signedHeaders(Object.fromEntries(reply.headers))
  return `OTS ${keyId}:${signReply(secret, signed, operation)}`
}

/** Opens doors for the tests of a file; all are closed after each test. */
export function doorsOfTest(
  afterEach: (close: () => Promise<void>) => void,
): typeof openDoorFixture {
  const open: DoorFixture[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((fixture) => fixture.close()))
  })
  return async (options) => {
    const fixture = await openDoorFixture(options)
    open.push(fixture)
    return fixture
  }
}

/** The form of the service's request ids: "8-4-4-4-12" hexadecimal digits. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
