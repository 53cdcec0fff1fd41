import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { session } from '../session/session.ts'
import { signInDialog } from '../session/sign-in-dialog.ts'
import { removeBackup, type StoredBackup, writeBackup } from './store.ts'
import { setUnsaved } from './unsaved.ts'

/** Delay from the last change until the backup is written, in milliseconds. */
const PAUSE_MS = 300

/** Controls of the backup of an open editor. */
export interface Backup {
  /** False when this browser could not store the latest backup. */
  isStored: boolean
  /** Time of the restored backup, in milliseconds since 1970. `undefined` once the editor has no unsaved changes. */
  restoredAt: number | undefined
  /** Removes the backup and stops writing it. Call it before the editor closes. */
  discard: () => Promise<void>
}

/**
 * Stores the unsaved text of an editor as a backup in this browser. The backup is written 300 ms after the last change
 * and removed when the editor has no unsaved changes. The browser asks before the page closes as long as the latest
 * text is not stored.
 * @param backup `value`: `undefined` without unsaved changes; a new object for each change. `restored`: backup from
 * which the editor was restored. It is removed when its text is saved.
 */
export function useBackup<Value>(backup: {
  key: string
  name: string
  value: Value | undefined
  restored?: StoredBackup<Value> | undefined
}): Backup {
  const { key, name, value, restored } = backup
  const owner = useMe().account.userId
  // Two tabs may edit the same object. Each removes only a backup that it has written or restored itself.
  const [editor] = useState(() => Math.random().toString(36).slice(2))
  const written = useRef<Pick<StoredBackup, 'editor' | 'savedAt'>>(undefined)
  const [isStored, setIsStored] = useState(true)
  const pending = useRef<() => Promise<void>>(undefined)
  const discarded = useRef<Value>(undefined)
  const [completed, setCompleted] = useState<StoredBackup<Value>>()
  if (restored && restored !== completed && value === undefined) setCompleted(restored)

  useEffect(() => {
    setUnsaved(editor, value !== undefined)
    return () => setUnsaved(editor, false)
  }, [editor, value])

  const scheduleWrite = useCallback(() => {
    const write = async () => {
      try {
        if (value === undefined) {
          if (written.current) await removeBackup(owner, key, written.current)
        } else if (value !== discarded.current) {
          const savedAt = Date.now()
          await writeBackup({ owner, key, name, editor, savedAt, value })
          written.current = { editor, savedAt }
        }
        if (pending.current === write) pending.current = undefined
        setIsStored(true)
      } catch {
        // The write stays pending, so that the browser asks before the page closes.
        setIsStored(false)
      }
    }
    pending.current = write
    return write
  }, [owner, key, name, editor, value])

  useEffect(() => {
    if (restored && !written.current) written.current = restored
    const write = scheduleWrite()
    const timer = setTimeout(() => void write(), value === undefined ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [scheduleWrite, value, restored])

  // A sign-out in another tab removes all backups. This page still has its text: the browser asks before it closes, and
  // the backup is written again when the same user signs in, or leaves this page for the sign-in of a provider.
  useEffect(() => {
    const unsubscribe = signInDialog.subscribe(() => {
      if (signInDialog.get()) scheduleWrite()
    })
    return () => void unsubscribe()
  }, [scheduleWrite])
  useEffect(() => session.onResume(() => void scheduleWrite()()), [scheduleWrite])

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
    await removeBackup(owner, key)
  }, [owner, key, value])
  const isRestored = restored !== undefined && restored !== completed
  return { isStored, restoredAt: isRestored ? restored.savedAt : undefined, discard }
}
