/** What areas of a map are filled as, from the ground up. */
export const fillKinds = ['land', 'green', 'water', 'building'] as const
export type FillKind = (typeof fillKinds)[number]

/** What lines of a map are drawn as, from the ground up. */
export const lineKinds = ['stream', 'minor', 'major'] as const
export type LineKind = (typeof lineKinds)[number]

/** A name, at a place from 0 to 1 of its tile. */
export interface TileName {
  readonly text: string
  readonly x: number
  readonly y: number
  /** Along its street. */
  readonly angle: number
  /** Places stand before streets where both do not fit. */
  readonly rank: number
}

/** A tile as it is painted. Nothing of borders is in it. */
export type TileDrawing =
  | { readonly kind: 'image'; readonly image: ImageBitmap }
  | {
      readonly kind: 'shapes'
      /** The width of the tile in the units of its paths. */
      readonly extent: number
      readonly ground: 'land' | 'water'
      readonly fills: ReadonlyMap<FillKind, Path2D>
      readonly lines: ReadonlyMap<LineKind, Path2D>
      readonly names: readonly TileName[]
    }
