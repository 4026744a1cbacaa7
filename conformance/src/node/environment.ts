/** The address of a server and the key to use. */
export interface Connection {
  readonly endpoint: string
  readonly instance: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly stsToken?: string
}

/**
 * The server under test. Only `main` is always there; the rest depends on how the server was started,
 * and tests without what they need are skipped.
 */
export interface Environment {
  readonly main: Connection
  readonly other: Connection | undefined
  /** An instance of the capacity type, which cannot have reserved throughput. */
  readonly capacity: Connection | undefined
  readonly readOnly: Connection | undefined
  /** A key that is valid only with its token. */
  readonly sts: Connection | undefined
}

const optional = (
  main: Connection,
  name: string,
  variables: NodeJS.ProcessEnv,
): Connection | undefined => {
  const accessKeyId = variables[`ROWHOUSE_${name}_ACCESS_KEY_ID`]
  const accessKeySecret = variables[`ROWHOUSE_${name}_ACCESS_KEY_SECRET`]
  if (accessKeyId === undefined || accessKeySecret === undefined) return undefined
  const instance = variables[`ROWHOUSE_${name}_INSTANCE`] ?? main.instance
  const stsToken = variables[`ROWHOUSE_${name}_TOKEN`]
  const connection = { endpoint: main.endpoint, instance, accessKeyId, accessKeySecret }
  return stsToken === undefined ? connection : { ...connection, stsToken }
}

export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => {
  const need = (name: string): string => {
    const value = variables[name]
    if (value === undefined || value === '') throw new Error(`set ${name} (see the README)`)
    return value
  }
  const main: Connection = {
    endpoint: need('ROWHOUSE_ENDPOINT'),
    instance: need('ROWHOUSE_INSTANCE'),
    accessKeyId: need('ROWHOUSE_ACCESS_KEY_ID'),
    accessKeySecret: need('ROWHOUSE_ACCESS_KEY_SECRET'),
  }
  return {
    main,
    other: optional(main, 'OTHER', variables),
    capacity: optional(main, 'CAPACITY', variables),
    readOnly: optional(main, 'READ_ONLY', variables),
    sts: optional(main, 'STS', variables),
  }
}
