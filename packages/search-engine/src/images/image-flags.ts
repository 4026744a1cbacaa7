/** Flags of a packed image: the row is deleted; the row expires. */
export const GONE = 1
export const EXPIRES = 2

/** The count of images, and the offset of their names. */
export const HEAD_BYTES = 8
