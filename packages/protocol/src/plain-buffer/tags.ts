/** The marks of PlainBuffer, as every SDK's writer emits them. */
export const HEADER = 0x75
export const HEADER_BYTES = 4

export const Tag = {
  ROW_PK: 0x01,
  ROW_DATA: 0x02,
  CELL: 0x03,
  CELL_NAME: 0x04,
  CELL_VALUE: 0x05,
  CELL_TYPE: 0x06,
  CELL_TIMESTAMP: 0x07,
  DELETE_ROW_MARKER: 0x08,
  ROW_CHECKSUM: 0x09,
  CELL_CHECKSUM: 0x0a,
} as const
