import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html, htmlLanguage } from '@codemirror/lang-html'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { nonce } from '../../../base/nonce.ts'
import { completeMustaches } from './completion.ts'
import { codeStyle, mustacheColours } from './highlight.ts'
import { helperHover } from './helper-hover.ts'
import { searchOnDemand } from './search-on-demand.ts'
import type { KnownNames } from './suggestions.ts'

const LINT_DELAY_MS = 200

/** Extensions of all editors. `label`: accessible name. */
export function editing(label: string): Extension {
  return [
    reading(label),
    history(),
    indentOnInput(),
    closeBrackets(),
    autocompletion({ icons: false }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    lintGutter(),
    searchOnDemand,
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ 'aria-description': 'Escape, then Tab, leaves the editor.' }),
  ]
}

/** Extensions of read-only code. `label`: accessible name. */
export function reading(label: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    bracketMatching(),
    codeStyle,
  ]
}

/** Language of templates: HTML with mustaches. */
export function templateLanguage(): Extension {
  return [html(), mustacheColours]
}

/** Extension that completes mustaches and describes helpers. @param known returns the current names. */
export function templateAssistance(known: () => KnownNames): Extension {
  return [
    htmlLanguage.data.of({ autocomplete: completeMustaches(known) }),
    helperHover(() => known().helpers),
  ]
}

/** Language of sample data: JSON, with errors underlined. */
export function dataLanguage(): Extension {
  return [json(), linter(jsonParseLinter(), { delay: LINT_DELAY_MS })]
}

/**
 * Language of a schema or of options: JSON, with errors underlined. An empty text is valid.
 * @param hint shown instead of an empty text.
 */
export function optionalJsonLanguage(hint: string): Extension {
  const lintJson = jsonParseLinter()
  const lint = (view: EditorView) => (view.state.doc.toString().trim() === '' ? [] : lintJson(view))
  return [json(), placeholder(hint), linter(lint, { delay: LINT_DELAY_MS })]
}
