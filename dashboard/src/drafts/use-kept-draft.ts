import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { session } from '../session/session.ts'
import { signInDialog } from '../session/sign-in-dialog.ts'
import { removeDraft, type StoredDraft, writeDraft } from './store.ts'
import { noteUnsaved } from './unsaved.ts'

/** Milliseconds from the last change until the draft is written. */
const PAUSE_MS = 300

/** Controls of a draft that is kept while an editor is open. */
export interface KeptDraft {
  /** False when this browser could not write the latest draft. */
  isKept: boolean
  /** Time at which the restored draft was written, in milliseconds since 1970; undefined once nothing is unsaved. */
  restoredAt: number | undefined
  /** Removes the draft and stops writing it. To be called before the editor closes. */
  discard: () => Promise<void>
}

/**
 * Keeps the unsaved text of an editor as a draft in this browser: written shortly after each change, removed when
 * nothing is unsaved. The browser asks before the page closes as long as the latest text is not written.
 * @param draft `value`: undefined when nothing is unsaved; a new object for each change. `restored`: the draft that
 * the editor was restored from. It is removed when its text is saved.
 */
export function useKeptDraft<Value>(draft: {
  key: string
  name: string
  value: Value | undefined
  restored?: StoredDraft<Value> | undefined
}): KeptDraft {
  const { key, name, value, restored } = draft
  const owner = useMe().account.userId
  // Two tabs may edit the same thing. Each removes only what it has written or restored itself.
  const [editor] = useState(() => Math.random().toString(36).slice(2))
  const own = useRef<Pick<StoredDraft, 'editor' | 'savedAt'>>(undefined)
  const [isKept, setIsKept] = useState(true)
  const pending = useRef<() => Promise<void>>(undefined)
  const discarded = useRef<Value>(undefined)
  const [over, setOver] = useState<StoredDraft<Value>>()
  if (restored && restored !== over && value === undefined) setOver(restored)

  useEffect(() => {
    noteUnsaved(editor, value !== undefined)
    return () => noteUnsaved(editor, false)
  }, [editor, value])

  const keep = useCallback(() => {
    const write = async () => {
      try {
        if (value === undefined) {
          if (own.current) await removeDraft(owner, key, own.current)
        } else if (value !== discarded.current) {
          const savedAt = Date.now()
          await writeDraft({ owner, key, name, editor, savedAt, value })
          own.current = { editor, savedAt }
        }
        if (pending.current === write) pending.current = undefined
        setIsKept(true)
      } catch {
        // It stays pending, so that the browser asks before the page closes.
        setIsKept(false)
      }
    }
    pending.current = write
    return write
  }, [owner, key, name, editor, value])

  useEffect(() => {
    if (restored && !own.current) own.current = restored
    const write = keep()
    const timer = setTimeout(() => void write(), value === undefined ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [keep, value, restored])

  // Signing out in another tab removes all drafts. This page still holds its text: the browser asks before it closes,
  // and the draft is written again when the same person signs in, or leaves for the sign-in of a provider.
  useEffect(() => {
    const unsubscribe = signInDialog.subscribe(() => {
      if (signInDialog.get()) keep()
    })
    return () => void unsubscribe()
  }, [keep])
  useEffect(() => session.onResume(() => void keep()()), [keep])

  const flush = useCallback(() => void pending.current?.(), [])
  useEffect(() => flush, [flush])
  useWindowEvent('pagehide', flush)
  useWindowEvent('beforeunload', (event) => {
    if (value === undefined || pending.current === undefined) return
    event.preventDefault()
    flush()
  })

  const discard = useCallback(async () => {
    discarded.current = value
    pending.current = undefined
    await removeDraft(owner, key)
  }, [owner, key, value])
  const isRestored = restored !== undefined && restored !== over
  return { isKept, restoredAt: isRestored ? restored.savedAt : undefined, discard }
}
