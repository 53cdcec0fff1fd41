import type { BatchRules } from '../../api/batches.ts'

/** Type of a column in the data. `file`: the value as it is in the file. */
export type ColumnType = 'file' | 'text' | 'number' | 'boolean'

/** Mapping of one column, as the form shows it. */
export interface ColumnRule {
  path: string
  type: ColumnType
}

/** Choices of the form, besides the file. */
export interface Choices {
  templateId: string | null
  output: 'pdf' | 'zip' | 'mail'
  /** By column name. A column without an entry has its name as its path. */
  columns: Record<string, ColumnRule>
  fileName: string
  recipient: string | null
}

/** Choices of an empty form. */
export const NO_CHOICES: Choices = {
  templateId: null,
  output: 'pdf',
  columns: {},
  fileName: '',
  recipient: null,
}

/** Returns the rule of a column. */
export function ruleOf(choices: Choices, column: string): ColumnRule {
  return Object.hasOwn(choices.columns, column)
    ? (choices.columns[column] ?? { path: column, type: 'file' })
    : { path: column, type: 'file' }
}

/** Returns the query parameters for the choices. `undefined` when one is missing. */
export function rulesOf(choices: Choices, file: Pick<File, 'name'>): BatchRules | undefined {
  const { templateId, output, fileName, recipient } = choices
  if (templateId === null || (output === 'mail' && recipient === null)) return undefined
  const changed = Object.entries(choices.columns).filter(
    ([column, { path, type }]) => path !== column || type !== 'file',
  )
  const mapping = changed.map(([column, { path, type }]) => [
    column,
    path.trim() === '' ? null : type === 'file' ? path : { path, type },
  ])
  return {
    templateId,
    output,
    name: file.name,
    ...(mapping.length > 0 && { mapping: JSON.stringify(Object.fromEntries(mapping)) }),
    ...(output !== 'pdf' && fileName.trim() !== '' && { fileName }),
    ...(output === 'mail' && recipient !== null && { recipient }),
  }
}
