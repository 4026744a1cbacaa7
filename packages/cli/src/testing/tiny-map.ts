/** A PMTiles file with one drawn tile that repeats over the whole world at one zoom. */
export function tinyMap(): Buffer {
  const directory = Buffer.concat([1, FIRST_TILE, TILES, TILE.length, 1].map(varint))
  const metadata = Buffer.from(JSON.stringify({ attribution: '<a href="/">Drawn</a> for a test' }))
  const parts = [directory, metadata, Buffer.alloc(0), TILE]
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let offset = HEADER_BYTES
  for (const [at, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * at)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * at)
    offset += length
  }
  // Clustered, without compression, of vector tiles, with one zoom.
  for (const [at, value] of [1, 1, 1, 1, ZOOM, ZOOM].entries()) header.writeUInt8(value, 96 + at)
  for (const [at, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * at)
  return Buffer.concat([header, ...parts])
}

const HEADER_BYTES = 127
const ZOOM = 13
/** Tiles are numbered zoom by zoom. */
const FIRST_TILE = (4 ** ZOOM - 1) / 3
const TILES = 4 ** ZOOM
const EXTENT = 4_096

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

const field = (number: number, body: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(body.length), body])
const numberField = (number: number, value: number): Buffer =>
  Buffer.concat([varint(number * 8), varint(value)])

type Point = readonly [number, number]
type Shape = 'point' | 'line' | 'area'

interface Feature {
  readonly shape: Shape
  readonly points: readonly Point[]
  readonly properties?: Readonly<Record<string, string>>
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const command = (id: number, count: number): number => count * 8 + id

/** As vector tiles have it: a move, the steps from point to point, and the end of an area. */
function geometryOf({ shape, points }: Feature): readonly number[] {
  let [x, y] = [0, 0]
  const steps = points.map(([toX, toY]) => {
    const step = [zigzag(toX - x), zigzag(toY - y)]
    ;[x, y] = [toX, toY]
    return step
  })
  const [first = [], ...others] = steps
  const lines = others.length > 0 ? [command(2, others.length), ...others.flat()] : []
  return [command(1, 1), ...first, ...lines, ...(shape === 'area' ? [command(7, 1)] : [])]
}

const SHAPES: readonly Shape[] = ['point', 'line', 'area']

function layer(name: string, features: readonly Feature[]): Buffer {
  const texts = features.flatMap(({ properties = {} }) => Object.entries(properties))
  const all = features.map((feature) => {
    const tags = Object.entries(feature.properties ?? {}).map((pair) =>
      texts.findIndex(([key, value]) => key === pair[0] && value === pair[1]),
    )
    const packed = (numbers: readonly number[]): Buffer => Buffer.concat(numbers.map(varint))
    return field(
      2,
      Buffer.concat([
        field(2, packed(tags.flatMap((tag) => [tag, tag]))),
        numberField(3, SHAPES.indexOf(feature.shape) + 1),
        field(4, packed(geometryOf(feature))),
      ]),
    )
  })
  return field(
    3,
    Buffer.concat([
      field(1, Buffer.from(name)),
      ...all,
      ...texts.map(([key]) => field(3, Buffer.from(key))),
      ...texts.map(([, value]) => field(4, field(1, Buffer.from(value)))),
      numberField(5, EXTENT),
      numberField(15, 2),
    ]),
  )
}

const area = (left: number, top: number, right: number, bottom: number): readonly Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

const houses = Array.from({ length: 24 }, (_, at): Feature => {
  const [x, y] = [2_250 + (at % 6) * 260, 2_300 + Math.floor(at / 6) * 260]
  return { shape: 'area', points: area(x, y, x + 150, y + 150) }
})
const street = (kind: string, name: string, ...points: readonly Point[]): Feature => ({
  shape: 'line',
  points,
  properties: { kind, name },
})

/** A park, a river, houses, streets, a place, and a border that no map of ours shows. */
const TILE = Buffer.concat([
  layer('earth', [{ shape: 'area', points: area(0, 0, EXTENT, EXTENT) }]),
  layer('landuse', [
    { shape: 'area', points: area(200, 200, 1_700, 1_500), properties: { kind: 'park' } },
  ]),
  layer('water', [
    {
      shape: 'area',
      points: [
        [0, 1_800],
        [2_000, 1_700],
        [4_096, 1_800],
        [4_096, 2_050],
        [2_000, 1_950],
        [0, 2_050],
      ],
    },
  ]),
  layer('buildings', houses),
  layer('roads', [
    street('major_road', 'River Road', [0, 2_180], [2_000, 2_080], [4_096, 2_180]),
    street('minor_road', 'Park Lane', [1_900, 0], [1_900, 2_080]),
    street('minor_road', 'Garden Walk', [2_200, 3_400], [4_000, 3_400]),
  ]),
  layer('boundaries', [
    {
      shape: 'line',
      points: [
        [0, 0],
        [4_096, 4_096],
      ],
    },
  ]),
  layer('places', [
    {
      shape: 'point',
      points: [[1_000, 900]],
      properties: { kind: 'neighbourhood', name: 'Parkside', 'name:ja': '公園前' },
    },
  ]),
])
