import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const BORDER = '1px solid var(--mantine-color-default-border)'

/** Extension that styles the panels of the editor, such as find and replace, like the fields and buttons of the page. */
export const panelStyle: Extension = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
  '.cm-panels-bottom': { borderTop: BORDER },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 36px 8px 8px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: 'var(--mantine-font-size-xs)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', content: '""' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search input[type=checkbox]': { accentColor: 'var(--mantine-primary-color-filled)' },
  '.cm-panel .cm-textfield': {
    flex: '1 1 9rem',
    minWidth: '7rem',
    height: '28px',
    padding: '0 8px',
    border: BORDER,
    borderRadius: 'var(--mantine-radius-sm)',
    backgroundColor: 'var(--mantine-color-default)',
    color: 'inherit',
    font: 'inherit',
  },
  '.cm-panel .cm-button': {
    height: '28px',
    padding: '0 8px',
    border: BORDER,
    borderRadius: 'var(--mantine-radius-sm)',
    background: 'var(--mantine-color-default)',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-panel .cm-button:hover': { background: 'var(--mantine-color-default-hover)' },
  '.cm-panel .cm-textfield:focus-visible, .cm-panel button:focus-visible': {
    outline: '2px solid var(--mantine-primary-color-filled)',
    outlineOffset: '-1px',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'inherit',
    fontSize: '18px',
    cursor: 'pointer',
  },
  '.cm-searchMatch': { backgroundColor: 'light-dark(#ffe8a3, #5c4a12)' },
  '.cm-searchMatch-selected': { backgroundColor: 'light-dark(#ffc94d, #8a6d10)' },
})
