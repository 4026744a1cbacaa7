/** Of an image in a piece of memory: the row is gone; the row has an end. */
export const GONE = 1
export const EXPIRES = 2

/** The count of images, and where their names begin. */
export const HEAD_BYTES = 8
