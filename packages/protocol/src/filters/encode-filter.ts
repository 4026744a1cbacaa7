import { ProtoWriter } from '../protobuf/proto-writer.js'
import type { CompositeFilter, Filter, PaginationFilter, SingleColumnFilter } from './filter.js'
import { combinators, comparators, FilterType } from './filter-numbers.js'

/** The Filter message, as requests carry it in their `filter` and `column_condition` bytes. */
export function encodeFilter(filter: Filter): Buffer {
  const writer = new ProtoWriter()
  writeFilter(writer, filter)
  return writer.finish()
}

function writeFilter(writer: ProtoWriter, filter: Filter): void {
  switch (filter.kind) {
    case 'single':
      writer.int32(1, FilterType.SINGLE)
      writer.bytes(2, encodeSingle(filter))
      return
    case 'composite':
      writer.int32(1, FilterType.COMPOSITE)
      writer.bytes(2, encodeComposite(filter))
      return
    case 'pagination':
      writer.int32(1, FilterType.PAGINATION)
      writer.bytes(2, encodePagination(filter))
  }
}

function encodeSingle(filter: SingleColumnFilter): Buffer {
  const writer = new ProtoWriter()
  writer.int32(1, comparators.indexOf(filter.comparator))
  writer.string(2, filter.columnName)
  writer.bytes(3, filter.value)
  writer.bool(4, filter.filterIfMissing)
  writer.bool(5, filter.latestVersionOnly)
  if (filter.transfer !== undefined) {
    const mark = writer.begin(6)
    writer.string(1, filter.transfer.regex)
    writer.int32(2, filter.transfer.castType)
    writer.end(mark)
  }
  return writer.finish()
}

function encodeComposite(filter: CompositeFilter): Buffer {
  const writer = new ProtoWriter()
  writer.int32(1, combinators.indexOf(filter.combinator))
  for (const child of filter.children) {
    const mark = writer.begin(2)
    writeFilter(writer, child)
    writer.end(mark)
  }
  return writer.finish()
}

function encodePagination(filter: PaginationFilter): Buffer {
  const writer = new ProtoWriter()
  writer.int32(1, filter.offset)
  writer.int32(2, filter.limit)
  return writer.finish()
}
