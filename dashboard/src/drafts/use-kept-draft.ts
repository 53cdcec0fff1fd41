import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { session } from '../session/session.ts'
import { removeDraft, type StoredDraft, writeDraft } from './store.ts'
import { noteUnsaved } from './unsaved.ts'

/** Milliseconds from the last change until the draft is written. */
const PAUSE_MS = 300

/** Controls of a draft that is kept while an editor is open. */
export interface KeptDraft {
  /** False when this browser could not write the latest draft. */
  isKept: boolean
  /** Removes the draft, and writes it no more. To be called before the editor closes. */
  discard: () => Promise<void>
}

/**
 * Keeps the unsaved text of an editor as a draft in this browser: written while somebody types, removed when
 * there is nothing unsaved. The browser asks before the page closes as long as the latest text is not written.
 * @param draft `value`: undefined when there is nothing unsaved; a new object for each change. `restored`: the draft that the
 * editor began with, which it removes when its text is saved.
 */
export function useKeptDraft<Value>(draft: {
  key: string
  name: string
  value: Value | undefined
  restored?: StoredDraft<Value> | undefined
}): KeptDraft {
  const { key, name, value, restored } = draft
  const owner = useMe().account.userId
  const [editor] = useState(() => restored?.editor ?? Math.random().toString(36).slice(2))
  const [isKept, setIsKept] = useState(true)
  const pending = useRef<() => Promise<void>>(undefined)
  const discarded = useRef<Value>(undefined)

  useEffect(() => {
    noteUnsaved(editor, value !== undefined)
    return () => noteUnsaved(editor, false)
  }, [editor, value])

  const keep = useCallback(() => {
    if (value !== undefined && value === discarded.current) return undefined
    const write = async () => {
      try {
        if (value === undefined) await removeDraft(owner, key, editor)
        else await writeDraft({ owner, key, name, editor, savedAt: Date.now(), value })
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
    const write = keep()
    const timer = setTimeout(() => void write?.(), value === undefined ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [keep, value])

  // Signing out in another tab removes all drafts. The same person has come back to this text.
  useEffect(() => session.onResume(() => void keep()?.()), [keep])

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
  return { isKept, discard }
}
