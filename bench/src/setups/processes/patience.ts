/** A server of a busy machine may stand still for minutes before a set-up counts as failed. */
export const PATIENCE_MS = 600_000
