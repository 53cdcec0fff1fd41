import type { DecimalValue } from '../model/fields.ts'
import { createElement, type Element } from './element.ts'
import { plain, type Encoding } from './encodings.ts'

/** State of one conversion. */
export interface Context {
  /** Invoice currency. */
  readonly currency: string
  readonly vatCurrency: string
  readonly isCreditNote: boolean
  /** Elements that a codec has read. */
  readonly visited: Set<Element>
  /** Elements whose value has no field, because an earlier element has set it. */
  readonly repeated: Set<Element>
}

/** Converts between a group of the model and the children of an element. One definition writes and reads. */
export interface Codec<M> {
  write(model: M, parent: Element, context: Context): void
  read(parent: Element, model: M, context: Context): void
}

type KeysWith<M, V> = { [K in keyof M]-?: NonNullable<M[K]> extends V ? K : never }[keyof M]
type ScalarKey<M> = KeysWith<M, DecimalValue>
type GroupKey<M> = {
  [K in keyof M]-?: NonNullable<M[K]> extends DecimalValue | readonly unknown[] ? never : K
}[keyof M]
type ListKey<M> = KeysWith<M, readonly unknown[]>
type ItemOf<M, K extends keyof M> = NonNullable<M[K]> extends (infer I)[] ? I : never

interface Options {
  /** Selects the elements to read, if several kinds have the same name. */
  readonly when?: (element: Element) => boolean
}

/** Converts one field to the text of an element. */
export function leaf<M>(name: string, key: ScalarKey<M>, encoding: Encoding = plain): Codec<M> {
  return {
    write(model, parent, context) {
      const value = model[key] as DecimalValue | undefined
      if (value === undefined || value === '') return
      const { text, attributes } = encoding.encode(value, context)
      parent.children.push(createElement(name, text, attributes))
    },
    read(parent, model, context) {
      for (const element of parent.children) {
        if (element.name !== name || !(encoding.matches?.(element, context) ?? true)) continue
        context.visited.add(element)
        const value = encoding.decode(element)
        if (value === '') continue
        if (model[key] === undefined) model[key] = value as NonNullable<M[typeof key]>
        else context.repeated.add(element)
      }
    },
  }
}

/** Converts a field to an attribute of the enclosing element. */
export function attribute<M>(name: string, key: ScalarKey<M>): Codec<M> {
  return {
    write(model, parent) {
      const value = model[key] as DecimalValue | undefined
      if (value !== undefined && value !== '') parent.attributes[name] = String(value)
    },
    read(parent, model) {
      const value = parent.attributes[name]?.trim()
      if (value !== undefined && value !== '') model[key] = value as NonNullable<M[typeof key]>
    },
  }
}

/** Converts a field to the text of the enclosing element. */
export function content<M>(key: ScalarKey<M>): Codec<M> {
  return {
    write(model, parent) {
      const value = model[key] as DecimalValue | undefined
      if (value !== undefined) parent.text = String(value)
    },
    read(parent, model) {
      const value = parent.text.trim()
      if (value !== '') model[key] = value as NonNullable<M[typeof key]>
    },
  }
}

/** Element around fields of the same group. It is written if it has data. */
export function wrap<M>(name: string, codecs: readonly Codec<M>[], options: Options = {}): Codec<M> {
  return {
    write(model, parent, context) {
      writeElement(name, codecs, model, parent, context)
    },
    read(parent, model, context) {
      for (const element of matching(parent, name, options)) readElement(element, codecs, model, context)
    },
  }
}

/** Element of a group of the model. */
export function group<M, K extends GroupKey<M>>(
  name: string,
  key: K,
  codecs: readonly Codec<NonNullable<M[K]>>[],
  options: Options = {},
): Codec<M> {
  return {
    write(model, parent, context) {
      const value = model[key]
      if (value !== undefined && value !== null) writeElement(name, codecs, value, parent, context)
    },
    read(parent, model, context) {
      for (const element of matching(parent, name, options)) {
        const value = (model[key] ?? {}) as NonNullable<M[K]>
        model[key] = value
        readElement(element, codecs, value, context)
      }
    },
  }
}

/** Group of the model whose elements are children of the enclosing element. */
export function inline<M, K extends GroupKey<M>>(
  key: K,
  codecs: readonly Codec<NonNullable<M[K]>>[],
): Codec<M> {
  return {
    write(model, parent, context) {
      const value = model[key]
      if (value === undefined || value === null) return
      for (const codec of codecs) codec.write(value, parent, context)
    },
    read(parent, model, context) {
      const value = (model[key] ?? {}) as NonNullable<M[K]>
      for (const codec of codecs) codec.read(parent, value, context)
      if (Object.keys(value).length > 0) model[key] = value
    },
  }
}

/** Elements of a list of the model. */
export function list<M, K extends ListKey<M>>(
  name: string,
  key: K,
  codecs: readonly Codec<ItemOf<M, K>>[],
  options: Options = {},
): Codec<M> {
  return {
    write(model, parent, context) {
      for (const item of (model[key] ?? []) as ItemOf<M, K>[])
        writeElement(name, codecs, item, parent, context)
    },
    read(parent, model, context) {
      for (const element of matching(parent, name, options)) {
        const items = (model[key] ?? []) as ItemOf<M, K>[]
        model[key] = items as NonNullable<M[K]>
        const item = {} as ItemOf<M, K>
        items.push(item)
        readElement(element, codecs, item, context)
      }
    },
  }
}

/** Element with a fixed text, which is written beside data only. */
export function fixed<M>(name: string, text: string, attributes: Record<string, string> = {}): Codec<M> {
  return {
    write(_, parent) {
      parent.children.push({ name, attributes, children: [], text, isFiller: true })
    },
    read(parent, _, context) {
      for (const element of parent.children) if (element.name === name) context.visited.add(element)
    },
  }
}

/** Element with a fixed text in another one: `<ram:ChargeIndicator><udt:Indicator>`. */
export function fixedIn<M>(outer: string, name: string, text: string): Codec<M> {
  return {
    write(_, parent) {
      const element: Element = { name: outer, attributes: {}, children: [], text: '', isFiller: true }
      element.children.push(createElement(name, text))
      parent.children.push(element)
    },
    read(parent, _, context) {
      for (const element of parent.children)
        if (element.name === outer)
          for (const each of [element, ...element.children]) context.visited.add(each)
    },
  }
}

function matching(parent: Element, name: string, { when }: Options): Element[] {
  return parent.children.filter((element) => element.name === name && (when?.(element) ?? true))
}

/** Writes an element, unless it has only fillers. */
export function writeElement<M>(
  name: string,
  codecs: readonly Codec<M>[],
  model: M,
  parent: Element,
  context: Context,
): void {
  const element = createElement(name)
  for (const codec of codecs) codec.write(model, element, context)
  if (element.text !== '' || element.children.some(({ isFiller }) => !isFiller)) parent.children.push(element)
}

/** Reads the children of an element into a group. */
export function readElement<M>(
  element: Element,
  codecs: readonly Codec<M>[],
  model: M,
  context: Context,
): void {
  context.visited.add(element)
  for (const codec of codecs) codec.read(element, model, context)
}
