import type { DecimalValue } from '../model/fields.ts'
import type { Codec } from '../xml/codec.ts'
import { createElement } from '../xml/element.ts'
import { plain } from '../xml/encodings.ts'

type KeysWith<M, V> = { [K in keyof M]-?: NonNullable<M[K]> extends V ? K : never }[keyof M]

/** Converts a quantity and its unit to an element with the attribute `unitCode`. */
export function quantity<M>(
  name: string,
  valueKey: KeysWith<M, DecimalValue>,
  unitKey: KeysWith<M, string>,
): Codec<M> {
  return {
    write(model, parent, context) {
      const value = model[valueKey] as DecimalValue | undefined
      const unit = model[unitKey] as string | undefined
      if (value === undefined) return
      const { text } = plain.encode(value, context)
      parent.children.push(createElement(name, text, unit === undefined ? {} : { unitCode: unit }))
    },
    read(parent, model, context) {
      const element = parent.children.find((child) => child.name === name)
      if (!element) return
      context.visited.add(element)
      const value = element.text.trim()
      const unit = element.attributes['unitCode']?.trim() ?? ''
      if (value !== '') model[valueKey] ??= value as NonNullable<M[typeof valueKey]>
      if (unit !== '') model[unitKey] ??= unit as NonNullable<M[typeof unitKey]>
    },
  }
}
