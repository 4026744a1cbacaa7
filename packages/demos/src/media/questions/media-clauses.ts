import { query } from '@rowhouse/client'
import type { Clause } from '../../sample/clause.js'
import type { MediaFile } from '../rows/media-file.js'

type MediaClause = Clause<MediaFile>

export const isOfUser = (userId: string): MediaClause => ({
  query: query.term('userId', userId),
  passes: (file) => file.userId === userId,
})

export const isOfType = (type: string): MediaClause => ({
  query: query.term('type', type),
  passes: (file) => file.type === type,
})

/** From included, to excluded. */
export const isCreated = (from: number, to: number): MediaClause => ({
  query: query.range('createdAt', { gte: BigInt(from), lt: BigInt(to) }),
  passes: ({ createdAt }) => createdAt >= from && createdAt < to,
})

export const hasTag = (tag: string): MediaClause => ({
  query: query.nested('tags', query.term('tags.tag', tag)),
  passes: ({ tags }) => tags.some((one) => one.tag === tag),
})

export const hasPerson = (person: string): MediaClause => ({
  query: query.nested('faces', query.term('faces.person', person)),
  passes: ({ faces }) => faces.some((face) => face.person === person),
})

/** Both conditions on one and the same tag. */
export const hasSureTag = (tag: string, scoreMin: number): MediaClause => ({
  query: query.nested(
    'tags',
    query.bool({
      must: [query.term('tags.tag', tag), query.range('tags.score', { gte: scoreMin })],
    }),
  ),
  passes: ({ tags }) => tags.some((one) => one.tag === tag && one.score >= scoreMin),
})

export const hasTagBelow = (parent: string): MediaClause => ({
  query: query.nested('tags', query.term('tags.parent', parent)),
  passes: ({ tags }) => tags.some((one) => one.parent === parent),
})

export const isAt = (place: string): MediaClause => ({
  query: query.term('place', place),
  passes: (file) => file.place?.name === place,
})

/** Words one after the other; each Chinese character is a word. */
export const hasPhrase = (words: string): MediaClause => {
  const wanted = ` ${wordsOf(words).join(' ')} `
  return {
    query: query.matchPhrase('title', words),
    passes: ({ title }) => ` ${wordsOf(title).join(' ')} `.includes(wanted),
  }
}

export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/\p{sc=Han}|[\p{L}\p{M}\p{Nd}]+/gu) ?? []
