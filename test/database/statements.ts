import { mock } from 'node:test'
import pg from 'pg'

/**
 * Records the SQL statements that this process sends while `call` runs.
 * @returns the result of `call`, and each statement with its values as JSON. Background jobs send statements too, so
 * a test selects those that name the ids of its own rows.
 */
export async function recordStatements<T>(call: () => Promise<T>): Promise<[T, statements: string[]]> {
  const query = mock.method(pg.Client.prototype, 'query')
  try {
    const result = await call()
    return [result, query.mock.calls.map(({ arguments: [statement] }) => JSON.stringify(statement))]
  } finally {
    query.mock.restore()
  }
}
