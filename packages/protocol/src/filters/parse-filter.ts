import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { ProtoReader } from '../protobuf/proto-reader.js'
import type { ValueTransferRule } from './filter.js'
import { FilterType } from './filter-numbers.js'

/** A filter as it stands in the messages: only the form of the messages has been checked. */
export type ParsedFilter =
  | {
      readonly type: typeof FilterType.SINGLE
      readonly comparator: number
      readonly columnName: string
      readonly columnValue: Buffer
      readonly filterIfMissing: boolean
      readonly latestVersionOnly: boolean
      readonly transfer: ValueTransferRule | undefined
    }
  | {
      readonly type: typeof FilterType.COMPOSITE
      readonly combinator: number
      readonly children: readonly ParsedFilter[]
    }
  | { readonly type: typeof FilterType.PAGINATION; readonly offset: number; readonly limit: number }
  | { readonly type: 'unknown'; readonly number: number }

const filterBroken = () => errors.parameterInvalid('Deserialize filter failed.')
const relationBroken = () => errors.parameterInvalid('Deserialize relation filter failed.')
const compositeBroken = () => errors.parameterInvalid('Deserialize composite filter failed.')
const paginationBroken = () =>
  errors.parameterInvalid('Deserialize column pagination filter failed.')

/** Parses a serialised Filter; gives up as soon as it has more nodes than a filter may have. */
export function parseFilter(bytes: Buffer): ParsedFilter {
  return parseMessage(new ProtoReader(bytes, filterBroken), { nodes: 0 })
}

function parseMessage(reader: ProtoReader, count: { nodes: number }): ParsedFilter {
  count.nodes += 1
  if (count.nodes > limits.FILTER_NODES_MAX) {
    throw errors.parameterInvalid(
      `The count of filter exceeds the max: ${limits.FILTER_NODES_MAX}.`,
    )
  }
  let type: number | undefined
  let content: Buffer | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) type = reader.int32()
    else if (reader.isBytes(2)) content = reader.bytes()
    else reader.skip()
  }
  const number = reader.required(type)
  const filter = reader.required(content)
  switch (number) {
    case FilterType.SINGLE:
      return parseSingle(new ProtoReader(filter, relationBroken))
    case FilterType.COMPOSITE:
      return parseComposite(new ProtoReader(filter, compositeBroken), count)
    case FilterType.PAGINATION:
      return parsePagination(new ProtoReader(filter, paginationBroken))
    default:
      return { type: 'unknown', number }
  }
}

function parseSingle(reader: ProtoReader): ParsedFilter {
  let comparator: number | undefined
  let columnName: string | undefined
  let columnValue: Buffer | undefined
  let filterIfMissing: boolean | undefined
  let latestVersionOnly: boolean | undefined
  let transfer: ValueTransferRule | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) comparator = reader.int32()
    else if (reader.isBytes(2)) columnName = reader.string()
    else if (reader.isBytes(3)) columnValue = reader.bytes()
    else if (reader.isVarint(4)) filterIfMissing = reader.bool()
    else if (reader.isVarint(5)) latestVersionOnly = reader.bool()
    else if (reader.isBytes(6)) transfer = reader.message(parseTransferRule)
    else reader.skip()
  }
  return {
    type: FilterType.SINGLE,
    comparator: reader.required(comparator),
    columnName: reader.required(columnName),
    columnValue: reader.required(columnValue),
    filterIfMissing: reader.required(filterIfMissing),
    latestVersionOnly: reader.required(latestVersionOnly),
    transfer,
  }
}

function parseTransferRule(reader: ProtoReader): ValueTransferRule {
  let regex: string | undefined
  let castType: number | undefined
  while (reader.next()) {
    if (reader.isBytes(1)) regex = reader.string()
    else if (reader.isVarint(2)) castType = reader.int32()
    else reader.skip()
  }
  return { regex: reader.required(regex), castType }
}

function parseComposite(reader: ProtoReader, count: { nodes: number }): ParsedFilter {
  let combinator: number | undefined
  const children: ParsedFilter[] = []
  const parseChild = (child: ProtoReader): ParsedFilter => parseMessage(child, count)
  while (reader.next()) {
    if (reader.isVarint(1)) combinator = reader.int32()
    else if (reader.isBytes(2)) children.push(reader.message(parseChild))
    else reader.skip()
  }
  return { type: FilterType.COMPOSITE, combinator: reader.required(combinator), children }
}

function parsePagination(reader: ProtoReader): ParsedFilter {
  let offset: number | undefined
  let limit: number | undefined
  while (reader.next()) {
    if (reader.isVarint(1)) offset = reader.int32()
    else if (reader.isVarint(2)) limit = reader.int32()
    else reader.skip()
  }
  return {
    type: FilterType.PAGINATION,
    offset: reader.required(offset),
    limit: reader.required(limit),
  }
}
