const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const INDENT = '  '

/**
 * Indents JSON text. Names, texts and numbers keep their characters, unlike with `JSON.parse` and `JSON.stringify`.
 * @returns `undefined` for a text that is not valid JSON.
 */
export function formatJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  let depth = 0
  let formatted = ''
  const newLine = () => `\n${INDENT.repeat(depth)}`
  const tokens = text.match(TOKEN) ?? []
  for (const [index, token] of tokens.entries()) {
    const isEmpty = isOpening(tokens[index - 1]) && isClosing(token)
    if (isClosing(token)) {
      depth -= 1
      formatted += isEmpty ? token : newLine() + token
    } else {
      if (isOpening(tokens[index - 1])) formatted += newLine()
      formatted += token
      if (token === ':') formatted += ' '
      if (token === ',') formatted += newLine()
      if (isOpening(token)) depth += 1
    }
  }
  return `${formatted}\n`
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '['
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']'
}
