import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/** Part of a text. */
export interface Range {
  from: number
  to: number
}

type Node = ReturnType<typeof syntaxTree>['topNode']

const ROOT = /^invoice(?=[.[]|$)/
const INDEX = /^\[(\d+)\]/
const PARSE_MS_MAX = 100
const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

/**
 * Returns the range of the value at a path of the invoice, such as `invoice.lines[2].netAmount`. For a value that the
 * text does not have, the range is the name or the opening bracket of the group that should contain it.
 */
export function rangeAt(state: EditorState, path: string): Range {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS_MAX) ?? syntaxTree(state)
  const root = valueIn(tree.topNode)
  if (!root) return { from: 0, to: 0 }
  const wrapped = memberAt(state, root, '.einvoice')?.property
  const inner = wrapped && valueIn(wrapped)
  let value = inner?.name === 'Object' ? inner : root
  let range = startOf(value)
  let rest = path.replace(ROOT, '')
  while (rest !== '') {
    const next = value.name === 'Array' ? itemAt(value, rest) : memberAt(state, value, rest)
    if (!next) return range
    const child = next.property ? valueIn(next.property) : next.item
    if (!child) return range
    const isGroup = child.name === 'Object' || child.name === 'Array'
    const name = isGroup ? next.property?.getChild('PropertyName') : child
    range = name ? { from: name.from, to: name.to } : startOf(child)
    value = child
    rest = next.rest
  }
  return range
}

interface Step {
  property?: Node
  item?: Node
  /** Path in the value. */
  rest: string
}

/** Returns the property with the longest name that begins the path: an unknown name may contain dots. */
function memberAt(state: EditorState, object: Node, path: string): Step | undefined {
  let longest = ''
  let step: Step | undefined
  for (const property of object.getChildren('Property')) {
    const quoted = property.getChild('PropertyName')
    if (!quoted) continue
    const name = state.sliceDoc(quoted.from + 1, quoted.to - 1)
    const rest = path.slice(name.length + 1)
    const isPrefix =
      path.startsWith(`.${name}`) && (rest === '' || rest.startsWith('.') || rest.startsWith('['))
    // The last property of the same name is the one that counts.
    if (!isPrefix || name.length < longest.length) continue
    longest = name
    step = { property, rest }
  }
  return step
}

function itemAt(array: Node, path: string): Step | undefined {
  const [segment = '', index] = INDEX.exec(path) ?? []
  if (index === undefined) return undefined
  const item = valuesIn(array)[Number(index)]
  return item && { item, rest: path.slice(segment.length) }
}

function valuesIn(node: Node): Node[] {
  const values: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (VALUES.has(child.name)) values.push(child)
  }
  return values
}

function valueIn(node: Node): Node | undefined {
  return valuesIn(node)[0]
}

/** Returns the range of the opening bracket. */
function startOf({ from }: Node): Range {
  return { from, to: from + 1 }
}
