import { json, jsonParseLinter } from '@codemirror/lang-json'
import { type Diagnostic, linter } from '@codemirror/lint'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Violation } from '../formats.ts'
import { rangeAt } from './json-path.ts'

const MARK_DELAY_MS = 100

/** Effect that replaces the violations that the editor marks. */
export const setViolations = StateEffect.define<readonly Violation[]>()

const violationsField = StateField.define<readonly Violation[]>({
  create: () => [],
  update: (current, { effects }) => effects.find((effect) => effect.is(setViolations))?.value ?? current,
})

/** Language of an invoice: JSON. Marks the error of the syntax, or the values that break a rule. */
export function invoiceLanguage(): Extension {
  return [
    json(),
    violationsField,
    linter(marksIn, {
      delay: MARK_DELAY_MS,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(setViolations))),
    }),
  ]
}

const lintSyntax = jsonParseLinter()

function marksIn(view: EditorView): Diagnostic[] {
  const syntaxErrors = lintSyntax(view)
  if (syntaxErrors.length > 0) return syntaxErrors
  return view.state.field(violationsField).map(({ path, severity, rule, message }) => ({
    ...rangeAt(view.state, path),
    severity,
    source: rule,
    message,
  }))
}
