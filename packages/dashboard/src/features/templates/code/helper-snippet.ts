import type { KnownHelper } from './suggestions.ts'

const CALL = /[{(#](\w+)((?:\s+[^\s(){}#]+)*)/g
const ARGUMENT = /(?:(\w+)=)?("[^"]*"|[^\s"(){}]+)/g

/**
 * Returns a call of a helper with the arguments of its example as fields, in the syntax of CodeMirror. A call of a block
 * helper includes its braces and its end.
 */
export function helperSnippet({ name, example, isBlock }: KnownHelper): string {
  // The call in `{{#if (and a b)}}` is the part in parentheses.
  const call = [...example.matchAll(CALL)].find((match) => match[1] === name)?.[2] ?? ''
  let field = 0
  const parts = Array.from(call.matchAll(ARGUMENT), ([, parameter, value = '']) => {
    field += 1
    const isText = value.startsWith('"')
    const content = `\${${field}:${isText ? value.slice(1, -1) : value}}`
    const quoted = isText ? `"${content}"` : content
    return parameter === undefined ? quoted : `${parameter}=${quoted}`
  })
  const text = [name, ...parts].join(' ')
  return isBlock ? `${text}}}\n  \${}\n{{/${name}}}` : text
}
