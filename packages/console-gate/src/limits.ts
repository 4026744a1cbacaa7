/** The bounds of the console's server. */
export const consoleLimits = {
  /** A signed-in person who asks for nothing is signed out after this time. */
  SESSION_IDLE_MS: 30 * 60_000,
  /** Whoever works all the time signs in again after this time. */
  SESSION_MS: 12 * 3_600_000,
  /** Past this, the session that has been idle for the longest ends. */
  SESSIONS_MAX: 1_000,

  /** Failed tries to sign in from one address; one more is allowed after each interval. */
  SIGN_IN_TRIES: 5,
  SIGN_IN_INTERVAL_MS: 10_000,
  /** Addresses whose failed tries are remembered. */
  SIGN_IN_ADDRESSES_MAX: 1_000,

  /** A row with its largest values, as base64. */
  BODY_BYTES_MAX: 8 * 1_048_576,
  REQUEST_TIMEOUT_MS: 60_000,
  CONNECTIONS_MAX: 512,
} as const
