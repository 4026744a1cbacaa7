import { children, doubleField, keyword, longField, text } from '../scenario/field.js'
import type { Scenario } from '../scenario/scenario.js'
import { columnsOf, type MediaFile } from './media-file.js'
import { MEDIA_QUESTIONS } from './media-questions.js'
import { PLANTED_MEDIA } from './planted-media.js'

/** Files of many users, with what a machine saw in them: each tag and each face a child of its own. */
export const mediaScenario: Scenario<MediaFile> = {
  tableName: 'media_meta',
  indexName: 'media_meta_index',
  keyColumns: ['fileMd5', 'fileId'],
  fields: [
    keyword('fileId'),
    keyword('userId'),
    keyword('type'),
    text('title'),
    longField('createdAt'),
    longField('year'),
    longField('width'),
    longField('height'),
    children('tags', [keyword('tag'), doubleField('score')]),
    children('faces', [keyword('person'), doubleField('similarity')]),
  ],
  idOf: ({ id }) => id,
  columnsOf,
  planted: PLANTED_MEDIA,
  questions: MEDIA_QUESTIONS,
  describe: (file) => {
    const tags = file.tags.slice(0, 3).map(({ tag, score }) => `${tag} ${score}`)
    const faces = file.faces.map(({ person, similarity }) => `${person} ${similarity}`)
    return [file.id, file.year, file.title.slice(0, 60), ...tags, ...faces].join('  ')
  },
}
