import { LanguageSupport, type StringStream, StreamLanguage } from '@codemirror/language'

// The build uses this module in place of @codemirror/lang-javascript, which the language of HTML imports: the grammar of
// JavaScript is a tenth of the editor, and few templates have scripts (vite.config.ts).

const KEYWORD =
  /^(?:async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|finally|for|from|function|if|import|in|instanceof|let|new|of|return|static|super|switch|this|throw|try|typeof|var|void|while|yield)$/
const ATOM = /^(?:false|true)$/

/** State between two tokens: the end of the comment or template literal that is open. */
interface State {
  open: '' | '*/' | '`'
}

const language = StreamLanguage.define<State>({
  name: 'javascript',
  startState: () => ({ open: '' }),
  token(stream, state) {
    if (state.open !== '') return readOpen(stream, state)
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*')) return readOpen(stream, Object.assign(state, { open: '*/' }))
    if (stream.match('`')) return readOpen(stream, Object.assign(state, { open: '`' }))
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/)) return 'string'
    if (stream.match(/^\d[\w.]*/)) return 'number'
    const word = stream.match(/^[\p{L}_$][\w$]*/u)
    if (word) return nameOf(stream.current())
    stream.next()
    return null
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] },
  },
})

/** Reads up to the end of what is open, or of the line. */
function readOpen(stream: StringStream, state: State): string {
  const style = state.open === '`' ? 'string' : 'comment'
  while (!stream.eol()) {
    if (stream.match(state.open)) {
      state.open = ''
      break
    }
    if (stream.next() === '\\' && style === 'string') stream.next()
  }
  return style
}

function nameOf(word: string): string | null {
  if (KEYWORD.test(word)) return 'keyword'
  if (ATOM.test(word)) return 'bool'
  return word === 'null' ? 'null' : null
}

const scripts = { parser: Object.assign(language.parser, { configure: () => language.parser }) }

/** Language of scripts: colours comments, strings, numbers and keywords. */
export const javascriptLanguage = scripts
/** Language of scripts in TypeScript. */
export const typescriptLanguage = scripts
/** Language of scripts with JSX. */
export const jsxLanguage = scripts
/** Language of scripts in TypeScript with JSX. */
export const tsxLanguage = scripts

/** Returns the extension for scripts. */
export function javascript(): LanguageSupport {
  return new LanguageSupport(language)
}
