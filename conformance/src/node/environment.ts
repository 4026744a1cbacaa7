/** How to reach a server, and as whom. */
export interface Connection {
  readonly endpoint: string
  readonly instance: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
}

/**
 * The server under test. The second instance and the read-only key are there when the runner
 * started the server; at another endpoint they may be missing, and their tests are skipped.
 */
export interface Environment {
  readonly main: Connection
  readonly other: Connection | undefined
  readonly readOnly: Connection | undefined
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
  return { endpoint: main.endpoint, instance, accessKeyId, accessKeySecret }
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
    readOnly: optional(main, 'READ_ONLY', variables),
  }
}
