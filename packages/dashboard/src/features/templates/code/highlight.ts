import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { mustachesIn } from './mustaches.ts'
import { panelStyle } from './panel-style.ts'

// Characters around the viewport that are scanned. A mustache that starts further above is coloured from its end on.
const MARGIN = 5_000
const TOKENS =
  /(?<text>"[^"]*"|'[^']*')|(?<number>-?\b\d+(?:\.\d+)?\b)|(?<hash>(?<![\w-])[\w-]+(?==))|(?<keyword>\b(?:else|as|true|false|null|undefined)\b)|(?<path>[@\w$][\w$./@-]*)/g

const marks = {
  comment: Decoration.mark({ class: 'cm-hb-comment' }),
  mustache: Decoration.mark({ class: 'cm-hb' }),
  name: Decoration.mark({ class: 'cm-hb-name' }),
  text: Decoration.mark({ class: 'cm-hb-text' }),
  number: Decoration.mark({ class: 'cm-hb-number' }),
  hash: Decoration.mark({ class: 'cm-hb-hash' }),
  keyword: Decoration.mark({ class: 'cm-hb-name' }),
  path: Decoration.mark({ class: 'cm-hb-path' }),
}

/** Extension that colours mustaches, above the colours of the HTML around them. */
export const mustacheColours: Extension = Prec.highest(
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorate(view)
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
)

function decorate({ state, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const start = Math.max(0, viewport.from - MARGIN)
  const text = state.sliceDoc(start, Math.min(state.doc.length, viewport.to + MARGIN))
  for (const { from, to, kind, inside, insideFrom } of mustachesIn(text)) {
    if (kind === 'comment') {
      builder.add(start + from, start + to, marks.comment)
      continue
    }
    builder.add(start + from, start + to, marks.mustache)
    let isFirst = true
    for (const match of inside.matchAll(TOKENS)) {
      const at = start + insideFrom + match.index
      const isCalled = isFirst || inside[match.index - 1] === '('
      const groups = match.groups ?? {}
      const mark = groups['text']
        ? marks.text
        : groups['number']
          ? marks.number
          : groups['hash']
            ? marks.hash
            : groups['keyword'] || (isCalled && (kind !== 'value' || inside.trim().includes(' ')))
              ? marks.name
              : marks.path
      builder.add(at, at + match[0].length, mark)
      isFirst = false
    }
  }
  return builder.finish()
}

const style = HighlightStyle.define([
  { tag: [tags.tagName, tags.propertyName], color: 'light-dark(#1d4f91, #8ab8f5)' },
  { tag: [tags.attributeName, tags.keyword], color: 'light-dark(#7a3e9d, #cfa3ec)' },
  { tag: [tags.string, tags.attributeValue], color: 'light-dark(#216b35, #8fce9f)' },
  { tag: [tags.number, tags.bool, tags.null, tags.unit], color: 'light-dark(#8a4500, #e8b073)' },
  { tag: [tags.comment, tags.docComment], color: 'light-dark(#63636e, #9b9ba8)', fontStyle: 'italic' },
  { tag: [tags.angleBracket, tags.bracket, tags.punctuation], color: 'light-dark(#63636e, #9b9ba8)' },
  { tag: tags.invalid, color: 'light-dark(#b42318, #ff9c92)' },
])

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-placeholder': { color: 'var(--mantine-color-dimmed)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  // Opaque, because lines scroll sideways below it.
  '.cm-gutters': {
    backgroundColor: 'var(--mantine-color-body)',
    border: 'none',
    color: 'light-dark(#6b6b76, #8d8d99)',
  },
  '.cm-activeLine': { backgroundColor: 'light-dark(#f4f4f580, #20202680)' },
  '.cm-activeLineGutter': { backgroundColor: 'light-dark(#f4f4f5, #202026)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'light-dark(#c7d2fe, #312e81) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '22rem', whiteSpace: 'pre-wrap' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: 'var(--mantine-color-white)',
  },
  '.cm-hb': { color: 'light-dark(#8a3a10, #f0b48c)' },
  '.cm-hb-comment, .cm-hb-comment *': {
    color: 'light-dark(#63636e, #9b9ba8) !important',
    fontStyle: 'italic',
  },
  '.cm-hb-name, .cm-hb-name *': { color: 'light-dark(#9c2760, #f29ac6) !important', fontWeight: '600' },
  '.cm-hb-path, .cm-hb-path *': { color: 'light-dark(#8a3a10, #f0b48c) !important' },
  '.cm-hb-hash, .cm-hb-hash *': { color: 'light-dark(#7a3e9d, #cfa3ec) !important' },
  '.cm-hb-text, .cm-hb-text *': { color: 'light-dark(#216b35, #8fce9f) !important' },
  '.cm-hb-number, .cm-hb-number *': { color: 'light-dark(#8a4500, #e8b073) !important' },
})

/** Extension with the colours of code, in light and dark. */
export const codeStyle: Extension = [syntaxHighlighting(style), theme, panelStyle]
