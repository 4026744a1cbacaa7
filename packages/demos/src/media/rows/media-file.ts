import type { Origin } from '../../sample/sample-shape.js'

export const MEDIA_TYPES = ['image', 'video', 'audio', 'document'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** A part of a picture, as shares of its width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** What a machine saw, how sure it was, and where. */
export interface Tag extends Partial<Box> {
  readonly tag: string
  readonly score: number
  readonly parent: string
}

/** Whom it took a face for. */
export interface Face extends Box {
  readonly person: string
  readonly similarity: number
}

export interface MediaPlace {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

export interface MediaFile {
  readonly id: string
  readonly userId: string
  readonly type: MediaType
  readonly mime: string
  readonly title: string
  readonly bytes: number
  /** In points; 0 for what has no picture. */
  readonly width: number
  readonly height: number
  readonly seconds: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly camera: string
  readonly tags: readonly Tag[]
  readonly faces: readonly Face[]
  readonly place: MediaPlace | undefined
  /** A column that no other row has. */
  readonly extra: { readonly name: string; readonly value: string } | undefined
  readonly origin: Origin
}

/** A file before it has a row. */
export type NewMediaFile = Omit<MediaFile, 'id'>

export const fileIdOf = (row: number): string => `f${String(row).padStart(10, '0')}`
