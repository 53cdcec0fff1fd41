import { Refusal } from '@platen/template/refusal'

/** Returns the only row of a statement that always returns one. @throws {Error} for any other number of rows. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1)
    throw new Error(`A statement returned ${rows.length} rows, not one`)
  return row
}

/** Returns the row of a resource that a caller named. @throws {Refusal} `not-found` without a row. */
export function oneOrNotFound<Row>(rows: readonly Row[], message: string): Row {
  const [row] = rows
  if (row === undefined) throw new Refusal('not-found', message)
  return row
}
