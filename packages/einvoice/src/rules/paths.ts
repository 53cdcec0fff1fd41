import type { Field, GroupField } from '../model/fields.ts'
import { invoiceFields } from '../model/invoice-fields.ts'
import type { Invoice } from '../model/invoice.ts'

/** Value with its JSON path below the invoice. */
export interface Located {
  readonly path: string
  readonly value: Record<string, unknown>
}

/** Returns the existing groups at a pattern such as `lines[].price`. An empty pattern is the invoice. */
export function groupsAt(invoice: Invoice, pattern: string): Located[] {
  let groups: Located[] = [{ path: '', value: invoice }]
  for (const step of pattern === '' ? [] : pattern.split('.')) {
    const isList = step.endsWith('[]')
    const name = isList ? step.slice(0, -2) : step
    groups = groups.flatMap(({ path, value }) => {
      const child = value[name]
      const childPath = path === '' ? name : `${path}.${name}`
      if (!isList) return isGroup(child) ? [{ path: childPath, value: child }] : []
      return Array.isArray(child)
        ? child
            .map((item: unknown, index) => ({ path: `${childPath}[${index}]`, value: item }))
            .filter((item): item is Located => isGroup(item.value))
        : []
    })
  }
  return groups
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns the description of the field at a pattern such as `lines[].price.net`. */
export function fieldAt(pattern: string): Field {
  let field: Field = invoiceFields
  for (const step of pattern.split('.')) {
    const name = step.replace('[]', '')
    const next: Field | undefined = groupOf(field)?.fields[name]
    if (!next) throw new Error(`The model has no field ${pattern}.`)
    field = next
  }
  return field
}

function groupOf(field: Field): GroupField | undefined {
  if (field.kind === 'group') return field
  return field.kind === 'list' && field.item.kind === 'group' ? field.item : undefined
}

/** Returns the value at a path of names. `undefined` if it is missing, empty or an empty list. */
export function valueAt(group: Record<string, unknown>, path: string): unknown {
  let value: unknown = group
  for (const name of path.split('.')) value = isGroup(value) ? value[name] : undefined
  const isEmpty =
    (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  return isEmpty ? undefined : value
}
