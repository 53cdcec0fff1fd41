import { type Field, fieldsAt, type Scope } from '../code/fields.ts'
import type { SnippetKind } from './kinds.ts'

const COLUMNS_MAX = 6
const DATE = /^"\d{4}-\d{2}-\d{2}/
const NUMBER = /^-?\d/
/** Names that a template can use without brackets. */
const NAME = /^[a-z_]\w*$/i

/**
 * Returns the text of a snippet, in the syntax of CodeMirror: `${1:name}` is a field. Fields of the data at the cursor
 * are inserted where they fit.
 * @param context `scope`: names at the cursor. `hasMargins`: the sheets have margins.
 */
export function snippetText(kind: SnippetKind, context: { scope: Scope; hasMargins: boolean }): string {
  const fields = fieldsAt(context.scope, '').filter(({ name }) => NAME.test(name))
  const nameOf = (isFitting: (field: Field) => boolean, fallback: string) =>
    fields.find(isFitting)?.name ?? fallback
  switch (kind) {
    case 'table':
      return tableText(context.scope, fields)
    case 'header':
      return headerText(context.hasMargins)
    case 'break':
      return '<div style="break-before: page"></div>\n${}'
    case 'condition':
      return `{{#if \${1:${nameOf(() => true, 'paid')}}}}\n  \${2}\n{{/if}}\n`
    case 'currency':
      return `{{formatCurrency \${1:${nameOf(({ summary }) => NUMBER.test(summary), 'total')}} currency="\${2:EUR}"}}`
    case 'date':
      return `{{formatDate \${1:${nameOf(({ summary }) => DATE.test(summary), 'date')}} dateStyle="\${2:long}"}}`
    case 'qrCode':
      return `{{qrCode \${1:${nameOf(({ summary }) => /^"https?:/.test(summary), 'url')}} size=\${2:30}}}`
  }
}

/** Returns the text of an image, in the syntax of CodeMirror. @param name of an asset. */
export function imageText(name: string): string {
  return `<img src="{{asset "${name}"}}" alt="\${1:Logo}" style="width: \${2:40mm}">`
}

function tableText(scope: Scope, fields: readonly Field[]): string {
  const list = fields.find(
    ({ name, summary }) => /^array of [1-9]/.test(summary) && columnsOf(scope, name).length > 0,
  )
  const columns = list
    ? columnsOf(scope, list.name)
    : [
        { name: 'name', summary: '""' },
        { name: 'amount', summary: '1' },
      ]
  const cell = (tag: string, { summary }: Field, content: string) =>
    `<${tag}${NUMBER.test(summary) ? ' style="text-align: right"' : ''}>${content}</${tag.split(' ')[0]}>`
  const heads = columns.map((column) => cell('th scope="col"', column, labelOf(column.name)))
  const cells = columns.map((column) => cell('td', column, `{{${column.name}}}`))
  return [
    '<table style="width: 100%; border-collapse: collapse; text-align: left">',
    '  <thead>',
    `    <tr>${heads.join('')}</tr>`,
    '  </thead>',
    '  <tbody>',
    `    {{#each \${1:${list?.name ?? 'lines'}}}}`,
    `    <tr>${cells.join('')}</tr>`,
    '    {{/each}}',
    '  </tbody>',
    '</table>',
    '${}',
  ].join('\n')
}

/** Returns the fields of the elements of a list that are texts, numbers or truth values. */
function columnsOf({ contexts, names }: Scope, list: string): Field[] {
  const lists = contexts.at(-1) ?? []
  const elements = lists.flatMap((value): unknown[] => {
    const member: unknown =
      typeof value === 'object' && value !== null && Object.hasOwn(value, list)
        ? Reflect.get(value, list)
        : []
    return Array.isArray(member) ? member.slice(0, COLUMNS_MAX) : []
  })
  return fieldsAt({ contexts: [elements], names }, '')
    .filter(({ name, summary }) => NAME.test(name) && !/^(?:array|object)/.test(summary))
    .slice(0, COLUMNS_MAX)
}

/** Returns a heading for a field: "unitPrice" becomes "Unit price". */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function headerText(hasMargins: boolean): string {
  const style = 'font: 8pt Inter; color: #667'
  return [
    '<style>',
    '  @page {',
    ...(hasMargins ? [] : ['    margin: 20mm 18mm;']),
    `    @top-left { content: "\${1:Title}"; ${style} }`,
    `    @bottom-right { content: "Page " counter(page) " of " counter(pages); ${style} }`,
    '  }',
    '</style>',
    '${}',
  ].join('\n')
}
