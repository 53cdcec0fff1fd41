import type { CodeListName } from '../codes/lists.ts'

/** Decimal number: a string such as `"12.50"`, or a JSON number. */
export type DecimalValue = string | number

/** Kinds of decimal fields. An amount has at most two decimals. */
export type DecimalKind = 'amount' | 'price' | 'quantity' | 'percentage'

interface Term {
  /** Business term or group of EN 16931: `BT-131`, `BG-25`. */
  readonly term: string
  readonly title: string
}

/** Field of the model with a text, a date or Base64. */
export interface TextField extends Term {
  readonly kind: 'text' | 'date' | 'base64'
}

/** Field of the model with a code of a list, and the rule that requires a code of this list. */
export interface CodeField extends Term {
  readonly kind: 'code'
  readonly list: CodeListName
  readonly rule: string
}

/** Field of the model with a decimal number. */
export interface DecimalField extends Term {
  readonly kind: DecimalKind
  /** Rule that limits the decimals to two. */
  readonly rule?: string
}

/** Group of fields. */
export interface GroupField<F extends Fields = Fields> extends Term {
  readonly kind: 'group'
  readonly fields: F
}

/** List of groups or of texts. */
export interface ListField<I extends GroupField | TextField = GroupField | TextField> extends Term {
  readonly kind: 'list'
  readonly item: I
}

/** Description of one field of the model. */
export type Field = TextField | CodeField | DecimalField | GroupField | ListField

/** Descriptions of the fields of a group, by name. */
export interface Fields {
  readonly [name: string]: Field
}

/** Type of the values of a field. */
export type ValueOf<F> = F extends { kind: 'group'; fields: infer G }
  ? ModelOf<G>
  : F extends { kind: 'list'; item: infer I }
    ? ValueOf<I>[]
    : F extends { kind: DecimalKind }
      ? DecimalValue
      : string

/** Type of a group. Each field is optional: rules report those that are missing. */
export type ModelOf<G> = { -readonly [K in keyof G]?: ValueOf<G[K]> }

/** Creates a field with text. */
export const text = (term: string, title: string): TextField => ({ kind: 'text', term, title })

/** Creates a field with an ISO date. */
export const date = (term: string, title: string): TextField => ({ kind: 'date', term, title })

/** Creates a field with a file in Base64. */
export const base64 = (term: string, title: string): TextField => ({ kind: 'base64', term, title })

/** Creates a field with a code of a list. */
export const code = (term: string, title: string, list: CodeListName, rule: string): CodeField => ({
  kind: 'code',
  term,
  title,
  list,
  rule,
})

/** Creates a field with an amount, and names the rule that limits its decimals. */
export const amount = (term: string, title: string, rule: string): DecimalField => ({
  kind: 'amount',
  term,
  title,
  rule,
})

/** Creates a field with a decimal number of any precision. */
export const decimal = (kind: Exclude<DecimalKind, 'amount'>, term: string, title: string): DecimalField => ({
  kind,
  term,
  title,
})

/** Creates a group of fields. */
export const group = <F extends Fields>(term: string, title: string, fields: F): GroupField<F> => ({
  kind: 'group',
  term,
  title,
  fields,
})

/** Creates a list whose items are groups or texts. */
export const list = <I extends GroupField | TextField>(item: I): ListField<I> => ({
  kind: 'list',
  term: item.term,
  title: item.title,
  item,
})
