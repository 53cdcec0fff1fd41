import { Compartment, type Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { notifyFailure } from '../../../api/query-client.ts'

// Keys with which find and replace starts. Its other keys need its panel.
const KEYS = ['Mod-f', 'F3', 'Mod-g', 'Mod-Shift-l', 'Mod-Alt-g', 'Mod-d']

const search = new Compartment()

/** Extension for find and replace. The first of its keys loads it. */
export const searchOnDemand: Extension = search.of(
  keymap.of(
    KEYS.map((key) => ({
      key,
      run: (view) => {
        start(view, key).catch((error: unknown) => notifyFailure('The search was not opened', error))
        return true
      },
    })),
  ),
)

/** Loads the search and runs the command of a key. */
async function start(view: EditorView, key: string): Promise<void> {
  const { highlightSelectionMatches, searchKeymap } = await import('@codemirror/search')
  view.dispatch({ effects: search.reconfigure([highlightSelectionMatches(), keymap.of(searchKeymap)]) })
  searchKeymap.find((binding) => binding.key === key)?.run?.(view)
}
