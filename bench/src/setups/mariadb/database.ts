import { createPool } from 'mariadb'
import { PATIENCE_MS } from '../processes/patience.js'

/** What is asked of a database. */
export interface Database {
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly object[]>
  /** Statements of one transaction, each with many rows of values. */
  readonly write: (statements: readonly BatchStatement[]) => Promise<void>
  readonly close: () => Promise<void>
}

export interface BatchStatement {
  readonly sql: string
  readonly rows: readonly (readonly unknown[])[]
}

const CONNECTIONS = 8

/** Some connections to a database, which must exist. */
export function openDatabase(socketPath: string, database?: string): Database {
  const pool = createPool({
    socketPath,
    user: 'root',
    ...(database !== undefined && { database }),
    connectionLimit: CONNECTIONS,
    acquireTimeout: PATIENCE_MS,
    connectTimeout: PATIENCE_MS,
  })
  return {
    query: async (sql, values = []) => rowsOf(await pool.query(sql, [...values])),
    write: async (statements) => {
      const connection = await pool.getConnection()
      try {
        await connection.beginTransaction()
        for (const { sql, rows } of statements) {
          await connection.batch(
            sql,
            rows.map((row) => [...row]),
          )
        }
        await connection.commit()
      } catch (error) {
        await connection.rollback()
        throw error
      } finally {
        await connection.release()
      }
    },
    close: () => pool.end(),
  }
}

/** The rows of a reply; a statement that changes something has none. */
function rowsOf(reply: unknown): readonly object[] {
  if (!Array.isArray(reply)) return []
  return reply.filter((row): row is object => typeof row === 'object' && row !== null)
}

/** A number that a row of a reply has: counts are exact integers, and sums are texts. */
export function numberIn(row: object | undefined, name: string): number {
  const value = new Map<string, unknown>(Object.entries(row ?? {})).get(name)
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value)
  if (typeof value === 'string' && value !== '') return Number(value)
  throw new Error(`MariaDB answered no number ${name}`)
}

export function textIn(row: object, name: string): string {
  const value = new Map<string, unknown>(Object.entries(row)).get(name)
  if (typeof value === 'string') return value
  throw new Error(`MariaDB answered no text ${name}`)
}
