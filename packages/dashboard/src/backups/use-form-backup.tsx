import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '../api/me.ts'
import { RestoredNotice } from './RestoredNotice.tsx'
import { readBackup, type StoredBackup } from './store.ts'
import { useBackup } from './use-backup.ts'

/** Backup of a form. */
export interface FormBackup {
  /** Notice that the form was restored, with a button to discard the backup. False when it was not restored. */
  notice: ReactNode
  /** Removes the backup. Call it when the form was saved or cancelled. */
  discard: () => Promise<void>
}

/**
 * Stores the fields of a form as a backup in this browser, and restores them when the form is opened again. `value`
 * must not contain passwords.
 * @param form `name`: name of the form, for lists. `value`: `undefined` when the form has no unsaved changes; a new
 * object for each change. `restore`: sets the fields from a backup. `reset`: sets the saved fields.
 */
export function useFormBackup<Value>(form: {
  key: string
  name: string
  value: Value | undefined
  restore: (value: Value) => void
  reset: () => void
}): FormBackup {
  const { key, name, value, restore, reset } = form
  const owner = useMe().account.userId
  const [restored, setRestored] = useState<StoredBackup<Value>>()
  const { discard, restoredAt } = useBackup({ key, name, value, restored })

  const applyBackup = useEffectEvent((stored: StoredBackup<Value>) => {
    // Fields that were filled in before the backup was read are newer.
    if (value !== undefined) return
    restore(stored.value)
    setRestored(stored)
  })
  useEffect(() => {
    let isOpen = true
    void readBackup<Value>(owner, key).then((stored) => {
      if (isOpen && stored) applyBackup(stored)
    })
    return () => void (isOpen = false)
  }, [owner, key])

  const onDiscard = async () => {
    await discard()
    reset()
  }
  return {
    notice: restoredAt !== undefined && <RestoredNotice savedAt={restoredAt} onDiscard={onDiscard} />,
    discard,
  }
}
