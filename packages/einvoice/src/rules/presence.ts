import { fieldAt, groupsAt, valueAt } from './paths.ts'
import type { Rule } from './rule.ts'

/** Requirement: each group at a pattern has at least one of some fields. */
export type Requirement = readonly [rule: string, group: string, ...fields: string[]]

/** Creates the rule of a requirement. */
export function required([id, group, ...names]: Requirement, severity?: 'warning'): Rule {
  const fields = names.map((name) => fieldAt(group === '' ? name : `${group}.${name}`))
  const [first = ''] = names
  const described = fields.map(({ title, term }) => `the ${title} (${term})`)
  return {
    id,
    term: fields[0]?.term ?? '',
    ...(severity ? { severity } : {}),
    *check({ invoice }) {
      for (const { path, value } of groupsAt(invoice, group)) {
        if (names.some((name) => valueAt(value, name) !== undefined)) continue
        const missing = path === '' ? first : `${path}.${first}`
        yield { path: missing, message: `is missing. Add ${listOf(described)}.` }
      }
    },
  }
}

function listOf(items: readonly string[]): string {
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} or ${items.at(-1)}` : (items[0] ?? '')
}
