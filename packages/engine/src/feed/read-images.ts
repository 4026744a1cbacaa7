import { afterRow } from '../keys/encode-key.js'
import { Space } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import type { LoggedCommit, Mutation, PartitionStore } from '../partitions/partition-store.js'
import type { WorkTurns } from '@rowhouse/platform'
import { DamagedRowError } from '../stored-rows/row-codec.js'
import { RowScan, type ScannedRow } from '../stored-rows/row-scan.js'
import type { RowImage } from './row-image.js'

/** Makes images of rows for the indexes that are built from them. */
export interface Imager<Image> {
  /**
   * Undefined when the mutation does not change a row by itself; 'elsewhere' when the row has to be read.
   */
  ofMutation(mutation: Mutation): Image | 'elsewhere' | undefined
  /** Throws DamagedRowError when the bytes do not match their checksum. */
  ofRow(row: ScannedRow): Image
  ofGone(key: Buffer): Image
}

/** The table that images are made of, and the work turns that they are made in. */
export interface ImageSource<Image = RowImage> {
  readonly store: PartitionStore
  readonly table: number
  readonly imager: Imager<Image>
  readonly turns: WorkTurns
}

export interface Images<Image = RowImage> {
  readonly images: Image[]
  /** Rows whose bytes are damaged; they have no image. */
  damagedRows: number
}

/** How much of a table is read at once: a slice ends at the bound that is reached first. */
export interface SliceBounds {
  readonly rows: number
  readonly bytes: number
}

export interface SliceImages<Image = RowImage> extends Images<Image> {
  /** The key of the last row of the slice; undefined for an empty slice. */
  readonly last: Buffer | undefined
}

/** All row keys of a table lie between these. */
export const rowsOfTable = { start: Buffer.of(Space.ROWS), end: Buffer.of(Space.ROWS + 1) } as const

/** Images made without a check of the time, in a small part of a millisecond. */
const AT_A_STRETCH = 16

/**
 * Makes images of all rows that the commits changed. A row that was changed several times has several; the
 * last one counts. The image of a row in one piece is the row as each commit left it. A chunked row is read
 * once, as it is now: the follower will see every later change too, so the index ends up right.
 */
export const imagesOfCommits = async <Image>(
  source: ImageSource<Image>,
  commits: readonly LoggedCommit[],
): Promise<Images<Image>> => {
  const found: Images<Image> = { images: [], damagedRows: 0 }
  const elsewhere = new Map<string, Buffer>()
  await inTurns(source.turns, commits, ({ mutations }) => {
    for (const mutation of mutations) {
      const image = source.imager.ofMutation(mutation)
      if (image === 'elsewhere') elsewhere.set(mutation.key.toString('latin1'), mutation.key)
      else if (image !== undefined) found.images.push(image)
    }
  })
  for (const key of elsewhere.values()) {
    const scan = rowScan(source, key, afterRow(key), 1)
    try {
      const [row] = await scan.next()
      if (row === undefined) found.images.push(source.imager.ofGone(key))
      else addImage(source, row, found)
    } finally {
      await scan.close()
    }
  }
  return found
}

/**
 * Makes images of the next rows of the table behind a key, as they are now; without a key from the table's
 * start.
 */
export const imagesOfSlice = async <Image>(
  source: ImageSource<Image>,
  after: Buffer | undefined,
  bounds: SliceBounds = {
    rows: engineLimits.FEED_SLICE_ROWS,
    bytes: engineLimits.FEED_BATCH_BYTES,
  },
): Promise<SliceImages<Image>> => {
  const found: Images<Image> = { images: [], damagedRows: 0 }
  const start = after === undefined ? rowsOfTable.start : afterRow(after)
  const scan = rowScan(source, start, rowsOfTable.end, bounds.rows)
  let last: Buffer | undefined
  let [rows, bytes] = [0, 0]
  let reading: Promise<readonly ScannedRow[]> | undefined = scan.next()
  try {
    while (reading !== undefined) {
      const read: readonly ScannedRow[] = await reading
      rows += read.length
      for (const row of read) bytes += sizeOf(row)
      last = read.at(-1)?.key ?? last
      const isEnough = rows >= bounds.rows || bytes >= bounds.bytes
      // The store reads the next rows while images are made of these.
      reading = read.length === 0 || isEnough ? undefined : scan.next()
      reading?.catch(() => undefined)
      await inTurns(source.turns, read, (row) => addImage(source, row, found))
    }
  } finally {
    await scan.close()
  }
  return { ...found, last }
}

const rowScan = (
  { store, table }: Pick<ImageSource, 'store' | 'table'>,
  start: Buffer,
  end: Buffer,
  expectedEntries: number,
): RowScan => new RowScan(store.scan({ table, start, end, reverse: false, expectedEntries }), false)

const addImage = <Image>(
  { imager }: ImageSource<Image>,
  row: ScannedRow,
  found: Images<Image>,
): void => {
  try {
    found.images.push(imager.ofRow(row))
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error
    found.damagedRows++
  }
}

const sizeOf = ({ value, chunks }: ScannedRow): number =>
  (chunks ?? []).reduce((sum, chunk) => sum + chunk.length, value.length)

/** Runs the action on each item, within the turns. */
const inTurns = async <Item>(
  turns: WorkTurns,
  items: readonly Item[],
  action: (item: Item) => void,
): Promise<void> => {
  let done = 0
  await turns.run(() => {
    const end = Math.min(done + AT_A_STRETCH, items.length)
    for (; done < end; done++) {
      const item = items[done]
      if (item !== undefined) action(item)
    }
    return done === items.length
  })
}
