import type { Ignorer } from '@stryker-mutator/api/ignore'

/** The fields of Babel's nodes that are read here. */
interface Node {
  type: string
  callee?: { type: string; name?: string; object?: { name?: string } }
  key?: { name?: string }
  arguments?: Node[]
}

const IS_TEXT = new Set(['StringLiteral', 'TemplateLiteral'])

/**
 * Texts that people read. A test that asserts the exact words of a message breaks with each better wording, and no
 * caller depends on them. The kind and the status of an error are not ignored.
 */
export const texts: Ignorer = {
  shouldIgnore(path) {
    const { node, parent } = path as { node: Node; parent: Node | null }
    if (!parent || !IS_TEXT.has(node.type)) return undefined
    const index = parent.arguments?.indexOf(node) ?? -1
    if (parent.type === 'NewExpression') {
      const name = parent.callee?.name
      if (name === 'Refusal' && index === 1) return 'the message of an error'
      if (name === 'PdfError' || name === 'Error') return 'the message of an error'
    }
    if (parent.type === 'CallExpression' && parent.callee?.object?.name === 'log') return 'a line of the log'
    if (parent.type === 'CallExpression' && parent.callee?.name === 'super') return 'the message of an error'
    if (parent.type === 'ClassProperty' && parent.key?.name === 'name') return 'the name of an error'
    return undefined
  },
}
