import { limits } from '@rowhouse/protocol'
import type { Hash } from '@rowhouse/platform'
import type { FieldValue, LevelDocument } from '../../documents/document.js'
import { FingerprintMaker, hashOfName } from '../../documents/fingerprint.js'
import {
  type Columns,
  columnOfChildren,
  createLevelReaders,
  type OnMisfit,
} from '../../schema/document-of-row.js'
import type { FieldLayout, IndexLayout } from '../../schema/index-layout.js'
import { RawColumn } from '../../schema/raw-column.js'
import type { FactsBuilder } from './facts-builder.js'
import type { LevelBuilder } from './level-builder.js'
import { createTakeCell, type TakeCell } from './take-cell.js'
import { createTakeChildren } from './take-children.js'

/** What takes the rows. */
export interface RowTarget {
  readonly level: LevelBuilder
  readonly facts: FactsBuilder
  /** The fields of rows that the index sort uses. */
  readonly sortFields: readonly FieldLayout[]
  /** The last step of a row; `sortValues` are the values of the sort fields, by field number. */
  addKey(
    bytes: Uint8Array,
    from: number,
    to: number,
    expiresAt: number | undefined,
    sortValues: LevelDocument['values'],
  ): void
}

/** A column of the rows, looked up once for many of them. */
export interface IntakeColumn {
  readonly name: string
  readonly nameHash: Hash
  /** The fields that are made of its cells. */
  readonly uses: readonly ColumnUse[]
}

interface ColumnUse {
  /** The fast path for usual values. */
  readonly take: TakeCell | undefined
  /** The path for all values. */
  read(columns: Columns, document: number, onMisfit: OnMisfit): void
}

/**
 * Takes rows cell by cell, from the bytes in which they arrived to the builders of their fields: a
 * document with its values would be a dozen objects per row. Fields read values as in
 * schema/document-of-row.ts, which handles unusual ones. A row has each column once.
 */
export class RowIntake {
  readonly #target: RowTarget
  readonly #uses: Map<string, ColumnUse[]>
  readonly #columns = new Map<string, IntakeColumn>()
  readonly #fingerprint = new FingerprintMaker()
  readonly #misfit: OnMisfit
  /** The row whose cells are being taken; -1 before the first. */
  #document = -1
  #sortValues: (readonly FieldValue[] | undefined)[] = []

  constructor(layout: IndexLayout, target: RowTarget) {
    this.#target = target
    this.#uses = usesOf(layout, target.level)
    for (const field of target.sortFields) this.#addSortUse(layout, field)
    this.#misfit = (field) => target.facts.addMisfit(this.#document, field)
  }

  column(name: string): IntakeColumn {
    const known = this.#columns.get(name)
    if (known !== undefined) return known
    const column = { name, nameHash: hashOfName(name), uses: this.#uses.get(name) ?? [] }
    if (this.#columns.size < limits.SEARCH_FIELDS_MAX) this.#columns.set(name, column)
    return column
  }

  /** The bytes are a variant. */
  cell(column: IntakeColumn, bytes: Uint8Array, from: number, to: number): void {
    if (this.#document < 0) this.#begin()
    this.#fingerprint.add(column.nameHash, bytes, from, to)
    const document = this.#document
    let read: OneColumn | undefined
    for (const use of column.uses) {
      if (use.take?.(bytes, from, to, document) === true) continue
      read ??= new OneColumn(viewOf(bytes, from, to))
      use.read(read, document, this.#misfit)
    }
  }

  /** Given the row's key. */
  end(bytes: Uint8Array, from: number, to: number, expiresAt: number | undefined): void {
    if (this.#document < 0) this.#begin()
    this.#target.facts.addFingerprint(this.#fingerprint.end(expiresAt))
    this.#target.addKey(bytes, from, to, expiresAt, this.#sortValues)
    this.#document = -1
  }

  #begin(): void {
    this.#document = this.#target.level.begin(0)
    this.#fingerprint.begin()
    if (this.#target.sortFields.length > 0) this.#sortValues = []
  }

  /**
   * The values that the index sort uses are read as such, beside what their fields make of them.
   */
  #addSortUse(layout: IndexLayout, { number, sourceColumn }: FieldLayout): void {
    const read = createLevelReaders(layout.rows).fields[number]
    addUse(this.#uses, sourceColumn, {
      take: undefined,
      read: (columns) => {
        this.#sortValues[number] = read?.(columns, () => undefined)
      },
    })
  }
}

/** The columns of a row of which only the given one is at hand. */
class OneColumn {
  readonly #column: RawColumn

  constructor(variant: Buffer) {
    this.#column = new RawColumn(variant)
  }

  get(): RawColumn {
    return this.#column
  }
}

const viewOf = (bytes: Uint8Array, from: number, to: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)

function addUse(uses: Map<string, ColumnUse[]>, column: string, use: ColumnUse): void {
  const known = uses.get(column)
  if (known === undefined) uses.set(column, [use])
  else known.push(use)
}

function usesOf(layout: IndexLayout, level: LevelBuilder): Map<string, ColumnUse[]> {
  const uses = new Map<string, ColumnUse[]>()
  const readers = createLevelReaders(layout.rows)
  for (const [number, read] of readers.fields.entries()) {
    const field = layout.rows.fields[number]
    if (field === undefined) continue
    const builder = level.field(number)
    addUse(uses, field.sourceColumn, {
      take: createTakeCell(field, builder),
      read: (columns, document, onMisfit) => {
        const values = read(columns, onMisfit)
        if (values !== undefined && values.length > 0) builder?.add(document, values)
      },
    })
  }
  for (const [number, read] of readers.children.entries()) {
    const child = layout.rows.children[number]
    if (child === undefined) continue
    const builder = level.child(number)
    addUse(uses, columnOfChildren(child), {
      take: createTakeChildren(child, builder),
      read: (columns, document, onMisfit) => {
        for (const content of read(columns, onMisfit)) builder?.add(content, document)
      },
    })
  }
  return uses
}
