import {
  createFingerprints,
  type FeedStart,
  fingerprintNumber,
  type FoundRows,
  imagesOf,
  IndexDamagedError,
  type IndexDefinition,
  type IndexFigures,
  type RowImage,
  type SearchEngine,
} from '@rowhouse/search-engine'

interface Content {
  readonly images: ReadonlyMap<string, RowImage>
  readonly position: number
  readonly note: Buffer
}

interface FakeIndex {
  definition: IndexDefinition
  durable: Content
  applied: Content
  /** The content at the last refresh. */
  searchable: Content
  isDamaged: boolean
  /** Whether it must be created again before it accepts anything. */
  hasLost: boolean
}

export type FakeCall =
  | 'create'
  | 'drop'
  | 'apply'
  | 'refresh'
  | 'describe'
  | 'fingerprints'
  | 'fingerprintsOf'

const EMPTY: Content = { images: new Map(), position: 0, note: Buffer.alloc(0) }

/**
 * A search engine that keeps images by key and finds nothing. It shows the failures that a keeper must
 * handle: a crash loses images that are not committed, images are not searchable before a refresh, calls
 * fail, and indexes are damaged.
 */
export class FakeSearchEngine implements SearchEngine {
  /** Called before each call takes effect. If it throws, the call fails with that error. */
  onCall: (call: FakeCall, index: number) => void | Promise<void> = () => {}
  /** Commits after this many batches; with 0 only a call of `commit` does. */
  commitsEvery = 0
  #batches = 0
  readonly #indexes: Map<number, FakeIndex>
  readonly #listeners: ((index: number, position: number) => void)[] = []
  readonly #onReset: ((index: number, start: FeedStart) => void)[] = []
  #isDead = false

  constructor(indexes: Map<number, FakeIndex> = new Map()) {
    this.#indexes = indexes
  }

  /** The engine after a crash, with its committed content. The old one fails from here on. */
  crashed(): FakeSearchEngine {
    this.#isDead = true
    const survivors = new Map<number, FakeIndex>()
    for (const [id, { definition, durable, isDamaged }] of this.#indexes) {
      const index = {
        definition,
        durable,
        applied: durable,
        searchable: durable,
        isDamaged,
        hasLost: false,
      }
      survivors.set(id, index)
    }
    const survivor = new FakeSearchEngine(survivors)
    survivor.commitsEvery = this.commitsEvery
    return survivor
  }

  /** Loses all uncommitted content. */
  lose(id: number, tells: boolean): void {
    const index = this.#indexes.get(id)
    if (index === undefined) return
    index.applied = index.durable
    index.searchable = index.durable
    index.hasLost = true
    const { position, note } = index.durable
    if (tells) for (const listener of this.#onReset) listener(id, { position, note })
  }

  damage(id: number): void {
    const index = this.#indexes.get(id)
    if (index !== undefined) index.isDamaged = true
  }

  /** Changes an index directly, without the keeper. */
  alter(id: number, change: (images: Map<string, RowImage>) => void): void {
    const index = this.#indexes.get(id)
    if (index === undefined) return
    const images = new Map(index.applied.images)
    change(images)
    index.applied = { ...index.applied, images }
    index.searchable = { ...index.searchable, images }
  }

  ids(): number[] {
    return [...this.#indexes.keys()]
  }

  /** The images that a search could find, by key. */
  searchable(id: number): ReadonlyMap<string, RowImage> {
    return this.#indexes.get(id)?.searchable.images ?? new Map<string, RowImage>()
  }

  definition(id: number): IndexDefinition | undefined {
    return this.#indexes.get(id)?.definition
  }

  durablePosition(id: number): number {
    return this.#indexes.get(id)?.durable.position ?? 0
  }

  create: SearchEngine['create'] = async (definition) => {
    await this.#enter('create', definition.id)
    const known = this.#indexes.get(definition.id)
    if (known?.isDamaged === true) throw new IndexDamagedError('fake', 'damaged')
    if (known === undefined) {
      const fresh = { durable: EMPTY, applied: EMPTY, searchable: EMPTY }
      const state = { isDamaged: false, hasLost: false }
      this.#indexes.set(definition.id, { definition, ...fresh, ...state })
    } else {
      known.definition = definition
      known.hasLost = false
    }
    const { position, note } = known?.applied ?? EMPTY
    return { position, note }
  }

  drop: SearchEngine['drop'] = async (id) => {
    await this.#enter('drop', id)
    this.#indexes.delete(id)
  }

  apply: SearchEngine['apply'] = async (id, { images, position, note }) => {
    await this.#enter('apply', id)
    const index = this.#at(id)
    if (index.hasLost) throw new Error('it has lost what it was given')
    if (position < index.applied.position) throw new Error('the feed goes back')
    const changed = new Map(index.applied.images)
    for (const image of imagesOf(images)) {
      const key = Buffer.from(image.key).toString('latin1')
      if (image.columns === undefined) changed.delete(key)
      else changed.set(key, copyOf(image))
    }
    index.applied = { images: changed, position, note: note ?? index.applied.note }
    if (this.commitsEvery > 0 && ++this.#batches % this.commitsEvery === 0) await this.commit(id)
  }

  refresh: SearchEngine['refresh'] = async (id) => {
    await this.#enter('refresh', id)
    const index = this.#at(id)
    index.searchable = index.applied
  }

  commit: SearchEngine['commit'] = async (id) => {
    const index = this.#at(id)
    index.durable = index.applied
    index.searchable = index.applied
    for (const listener of this.#listeners) listener(id, index.durable.position)
  }

  search = (): Promise<FoundRows> => Promise.reject(new Error('a fake finds nothing'))
  highlight: SearchEngine['highlight'] = async () => []

  describe: SearchEngine['describe'] = async (id) => {
    await this.#enter('describe', id)
    const index = this.#indexes.get(id)
    if (index === undefined) throw new Error('no such index')
    const { applied, searchable, durable, isDamaged } = index
    const figures: IndexFigures = {
      state: isDamaged ? 'damaged' : 'healthy',
      problem: isDamaged ? 'bits have rotted' : '',
      applied: applied.position,
      searchable: searchable.position,
      durable: durable.position,
      rows: searchable.images.size,
      bytes: 0,
      memoryBytes: 0,
      segments: 1,
      isMerging: false,
      misfits: new Map(),
    }
    return figures
  }

  keys: SearchEngine['keys'] = async (id, after, limit, every = 1) => {
    const rows = await this.fingerprints(id, after, limit * every)
    return rows.filter((_, at) => at % every === 0).map(({ key }) => key)
  }

  fingerprints: SearchEngine['fingerprints'] = async (id, after, limit) => {
    await this.#enter('fingerprints', id)
    const images = [...this.#at(id).searchable.images.values()]
    return images
      .map((image) => ({ key: Buffer.from(image.key), fingerprint: fingerprintOf(image) }))
      .filter(({ key }) => after === undefined || key.compare(after) > 0)
      .sort((a, b) => a.key.compare(b.key))
      .slice(0, limit)
  }

  fingerprintsOf: SearchEngine['fingerprintsOf'] = async (id, images) => {
    await this.#enter('fingerprintsOf', id)
    return images.map(fingerprintOf)
  }

  onDurable(listener: (index: number, position: number) => void): void {
    this.#listeners.push(listener)
  }

  onReset: SearchEngine['onReset'] = (listener) => {
    this.#onReset.push(listener)
  }

  close = async (): Promise<void> => {}

  async #enter(call: FakeCall, id: number): Promise<void> {
    await Promise.resolve()
    if (this.#isDead) throw new Error('the search engine has crashed')
    await this.onCall(call, id)
  }

  #at(id: number): FakeIndex {
    if (this.#isDead) throw new Error('the search engine has crashed')
    const index = this.#indexes.get(id)
    if (index === undefined) throw new Error('no such index')
    if (index.isDamaged) throw new IndexDamagedError('fake', 'damaged')
    return index
  }
}

const fingerprintOf = ({ columns = [], expiresAt }: RowImage): bigint => {
  const { high, low } = createFingerprints()({ columns, expiresAt })
  return fingerprintNumber(high, low)
}

const copyOf = ({ key, columns, expiresAt }: RowImage): RowImage => ({
  key: Buffer.from(key),
  columns: columns?.map(({ name, value }) => ({ name, value: Buffer.from(value) })),
  expiresAt,
})
