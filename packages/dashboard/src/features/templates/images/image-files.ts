import type { Extension } from '@codemirror/state'
import { dropCursor, EditorView } from '@codemirror/view'

/**
 * Extension for images that are dropped or pasted into an editor. It moves the cursor to the position of a drop.
 * @param onImages receives the files.
 */
export function imageFiles(onImages: (view: EditorView, files: readonly File[]) => void): Extension {
  const accept = (event: Event, view: EditorView, files: readonly File[]) => {
    if (files.length === 0) return false
    event.preventDefault()
    onImages(view, files)
    return true
  }
  return [
    dropCursor(),
    EditorView.domEventHandlers({
      drop(event, view) {
        const files = imagesIn(event.dataTransfer)
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (files.length > 0 && position !== null) view.dispatch({ selection: { anchor: position } })
        return accept(event, view, files)
      },
      paste(event, view) {
        // A copied range of a spreadsheet is text and an image of it.
        const isText = event.clipboardData?.types.includes('text/plain') ?? false
        return accept(event, view, isText ? [] : imagesIn(event.clipboardData))
      },
    }),
  ]
}

function imagesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
