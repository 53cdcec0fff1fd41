import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useState } from 'react'
import { useMay } from '../../../api/me.ts'
import { notifyFailure } from '../../../api/query-client.ts'
import { onDemand } from '../../../layout/on-demand.tsx'
import { imageFiles } from './image-files.ts'
import { logoChange } from './logo.ts'

const ImageDialog = onDemand(async () => (await import('./ImageDialog.tsx')).ImageDialog)

/** Use of a chosen image. */
type Use = 'image' | 'logo'

const TITLES: Record<Use, string> = { image: 'Insert an image', logo: 'Replace the logo' }

/** Returns an extension that uploads images that are dropped or pasted, and inserts them. */
export function useImageFiles(): Extension {
  const mayUpload = useMay('content:write')
  const { mutate: upload } = useMutation({
    meta: { failureTitle: 'The image was not uploaded' },
    mutationFn: async ({ view, files }: { view: EditorView; files: readonly File[] }) => {
      const [{ addImage }, { insertImage }] = await Promise.all([
        import('./add-image.ts'),
        import('../snippets/insert-snippet.ts'),
      ])
      for (const file of files) insertImage(view, await addImage(file))
    },
  })
  const [extension] = useState(() => (mayUpload ? imageFiles((view, files) => upload({ view, files })) : []))
  return extension
}

/**
 * Dialog to choose an image of the account or to upload one.
 * @returns `choose`: opens it. `dialog`: its element. The chosen image is inserted at the cursor, or replaces the logo.
 */
export function useImageDialog(editor: RefObject<EditorView | null>): {
  choose: (use: Use) => void
  dialog: ReactNode
} {
  const [use, setUse] = useState<Use>()
  const apply = async (name: string) => {
    setUse(undefined)
    const { insertImage } = await import('../snippets/insert-snippet.ts')
    const view = editor.current
    if (!view) return
    const changes = use === 'logo' ? logoChange(view.state.doc.toString(), name) : undefined
    if (!changes) return insertImage(view, name)
    // At the end of "<img": next to "<" the editor would look for a closing tag and mark "<" as an error.
    const selection = { anchor: changes.from + '<img'.length }
    view.dispatch({ changes, selection, scrollIntoView: true, userEvent: 'input' })
    view.focus()
  }
  return {
    choose: setUse,
    dialog: use && (
      <ImageDialog
        title={TITLES[use]}
        onChoose={(name) =>
          void apply(name).catch((error: unknown) => notifyFailure('Nothing was inserted', error))
        }
        onClose={() => setUse(undefined)}
      />
    ),
  }
}
