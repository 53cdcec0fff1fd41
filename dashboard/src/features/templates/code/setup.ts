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
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { nonce } from '../../../nonce.ts'
import { completeMustaches } from './completion.ts'
import { codeLook, mustacheColours } from './highlight.ts'
import type { KnownHelper } from './suggestions.ts'

const LINT_DELAY_MS = 200

/** What every editor of ours has. */
export function editing(label: string): Extension {
  return [
    reading(label),
    history(),
    indentOnInput(),
    closeBrackets(),
    autocompletion({ icons: false }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    lintGutter(),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ 'aria-description': 'Escape, then Tab, leaves the editor.' }),
  ]
}

/** What code has that is only looked at. */
export function reading(label: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    bracketMatching(),
    codeLook,
  ]
}

/** HTML with mustaches. */
export function templateLanguage(): Extension {
  return [html(), mustacheColours]
}

/** What completes mustaches. @param known is asked each time. */
export function templateCompletion(
  known: () => { data: unknown; helpers: readonly KnownHelper[] },
): Extension {
  return htmlLanguage.data.of({ autocomplete: completeMustaches(known) })
}

/** JSON, with its mistakes underlined. */
export function dataLanguage(): Extension {
  return [json(), linter(jsonParseLinter(), { delay: LINT_DELAY_MS })]
}

/** The same, and nothing is none. */
export function schemaLanguage(): Extension {
  const mistakes = jsonParseLinter()
  const find = (view: EditorView) => (view.state.doc.toString().trim() === '' ? [] : mistakes(view))
  return [json(), linter(find, { delay: LINT_DELAY_MS })]
}
