/** Returns the only row of a result. @throws an Error for none or several rows: the statement promises one. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1)
    throw new Error(`The database returned ${rows.length} rows in place of one`)
  return row
}
