import { type Codec, leaf, wrap } from '../xml/codec.ts'
import { compactDate } from '../xml/encodings.ts'

/** Converts a date to the element of a date: `<ram:IssueDateTime><udt:DateTimeString>`. */
export function dateElement<M>(name: string, key: Parameters<typeof leaf<M>>[1]): Codec<M> {
  return wrap(name, [leaf<M>('udt:DateTimeString', key, compactDate)])
}
