import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip } from '@codemirror/view'
import { helperCallAt } from './helper-call.ts'
import type { KnownHelper } from './suggestions.ts'

// Text that is scanned for the mustache, in characters on each side of the pointer.
const SCANNED_LENGTH = 5_000

/** Extension that describes the helper below the pointer. */
export function helperHover(helpers: () => readonly KnownHelper[]): Extension {
  return [
    hoverTooltip((view, position) => {
      const start = Math.max(0, position - SCANNED_LENGTH)
      const text = view.state.sliceDoc(start, position + SCANNED_LENGTH)
      const call = helperCallAt(text, position - start)
      const helper = call && helpers().find(({ name }) => name === call.name)
      if (!call || !helper) return null
      return {
        pos: start + call.from,
        end: start + call.to,
        above: true,
        create: () => ({ dom: describe(helper) }),
      }
    }),
    style,
  ]
}

function describe({ name, example, result, parameters }: KnownHelper): HTMLElement {
  const dom = element('div', 'cm-helper', '')
  dom.append(element('strong', '', name), element('div', '', result), element('code', '', example))
  if (parameters.length > 0) {
    const list = element('dl', '', '')
    for (const parameter of parameters) {
      list.append(element('dt', '', parameter.name), element('dd', '', parameter.description))
    }
    dom.append(list)
  }
  return dom
}

function element(tag: string, className: string, text: string): HTMLElement {
  const created = document.createElement(tag)
  if (className !== '') created.className = className
  created.textContent = text
  return created
}

const style = EditorView.theme({
  '.cm-helper': { padding: '8px 10px', maxWidth: '26rem', fontFamily: 'var(--mantine-font-family)' },
  '.cm-helper code': {
    display: 'block',
    margin: '4px 0',
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--mantine-font-size-xs)',
  },
  '.cm-helper dl': { display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '2px 10px', margin: '4px 0 0' },
  '.cm-helper dt': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--mantine-font-size-xs)',
  },
  '.cm-helper dd': { margin: '0', fontSize: 'var(--mantine-font-size-xs)' },
})
