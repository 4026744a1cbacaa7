import type { LevelDocument } from '../../documents/document.js'
import type { LevelLayout } from '../../schema/index-layout.js'
import { GrowableUint32 } from '../format/growable.js'
import { type LevelSummary, levelSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { type LevelMap, mapChildren } from '../write/document-map.js'
import { type AnalyzerOf, createFieldBuilder, isSearchable } from './create-field-builder.js'
import type { FieldBuilder } from './field-builder.js'

/** The documents of one level: of the rows, or of the children under one path. */
export class LevelBuilder {
  readonly #path: string
  /** By field number; undefined for fields that are not searchable. */
  readonly #fields: readonly (FieldBuilder | undefined)[]
  readonly #children: readonly LevelBuilder[]
  /** The parent's number of each document. */
  readonly #parents = new GrowableUint32()
  #documents = 0

  constructor(layout: LevelLayout, analyzerOf: AnalyzerOf) {
    this.#path = layout.path
    this.#fields = layout.fields.map((field) =>
      isSearchable(field) ? createFieldBuilder(field, analyzerOf) : undefined,
    )
    this.#children = layout.children.map((child) => new LevelBuilder(child, analyzerOf))
  }

  /** Undefined for a field that is not searchable. */
  field(number: number): FieldBuilder | undefined {
    return this.#fields[number]
  }

  child(number: number): LevelBuilder | undefined {
    return this.#children[number]
  }

  get documents(): number {
    return this.#documents
  }

  get memoryBytes(): number {
    let bytes = this.#parents.values.length * 4
    for (const field of this.#fields) bytes += field?.memoryBytes ?? 0
    for (const child of this.#children) bytes += child.memoryBytes
    return bytes
  }

  /** Begins a document and answers its number. */
  begin(parent: number): number {
    this.#parents.push(parent)
    return this.#documents++
  }

  add(content: LevelDocument, parent: number): void {
    const document = this.begin(parent)
    const { values, children } = content
    for (let number = 0; number < values.length; number++) {
      const list = values[number]
      if (list !== undefined && list.length > 0) this.#fields[number]?.add(document, list)
    }
    for (let number = 0; number < children.length; number++)
      for (const child of children[number] ?? []) this.#children[number]?.add(child, document)
  }

  write(writer: SegmentWriter, level: LevelMap): LevelSummary {
    const fields = this.#fields.map((field) => field?.write(writer, level))
    const children = this.#children.map((child) => child.#writeBelow(writer, level))
    return {
      path: this.#path,
      documents: level.documents,
      fields: fields.filter((field) => field !== undefined),
      children: children.filter((child) => child !== undefined),
    }
  }

  #writeBelow(writer: SegmentWriter, parent: LevelMap): LevelSummary | undefined {
    const level = mapChildren(parent, [this.#parents.view()])
    if (level.documents === 0) return undefined
    writer.section(levelSection(this.#path, 'parents'), level.parents)
    writer.section(levelSection(this.#path, 'starts'), level.starts)
    return this.write(writer, level)
  }
}
