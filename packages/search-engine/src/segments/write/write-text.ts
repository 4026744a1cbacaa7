import type { DictionaryWriter } from '../format/dictionary-writer.js'
import type { TextPostingsWriter } from '../format/postings-writer.js'
import { type TextSummary, fieldSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { writeDictionary } from './write-terms.js'
import { writePresent } from './write-shape.js'

export interface TextContent {
  readonly name: string
  readonly documentsWithValue: number
  readonly present: Uint32Array | undefined
  readonly lengths: Uint32Array
  readonly dictionary: DictionaryWriter
  readonly postings: TextPostingsWriter
}

export const writeText = (writer: SegmentWriter, content: TextContent): TextSummary => {
  const { name, dictionary, postings, lengths, documentsWithValue } = content
  writeDictionary(writer, name, dictionary)
  writePresent(writer, name, content.present)
  writer.section(fieldSection(name, 'lengths'), lengths)
  writer.section(fieldSection(name, 'lists'), postings.postings.lists.view())
  writer.section(fieldSection(name, 'postings'), postings.postings.postings.view())
  writer.section(fieldSection(name, 'details'), postings.details.view())
  writer.section(fieldSection(name, 'frequencies'), postings.frequencies.view())
  writer.section(fieldSection(name, 'positions'), postings.positions.view())
  let tokens = 0
  for (const length of lengths) tokens += length
  return { kind: 'text', name, documentsWithValue, terms: dictionary.size, tokens }
}
