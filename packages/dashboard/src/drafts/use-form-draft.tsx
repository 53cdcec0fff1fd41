import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '../api/me.ts'
import { RestoredNotice } from './RestoredNotice.tsx'
import { readDraft, type StoredDraft } from './store.ts'
import { useDraftStorage } from './use-draft-storage.ts'

/** Draft of a form. */
export interface FormDraft {
  /** Notice that the form was restored, with a button to discard the draft. False when it was not restored. */
  notice: ReactNode
  /** Removes the draft. Call it when the form was saved or cancelled. */
  discard: () => Promise<void>
}

/**
 * Stores the fields of a form as a draft in this browser, and restores them when the form is opened again. `value`
 * must not contain passwords.
 * @param form `name`: name of the form, for lists. `value`: `undefined` when the form has no unsaved changes; a new
 * object for each change. `restore`: sets the fields from a draft. `reset`: sets the saved fields.
 */
export function useFormDraft<Value>(form: {
  key: string
  name: string
  value: Value | undefined
  restore: (value: Value) => void
  reset: () => void
}): FormDraft {
  const { key, name, value, restore, reset } = form
  const owner = useMe().account.userId
  const [restored, setRestored] = useState<StoredDraft<Value>>()
  const { discard, restoredAt } = useDraftStorage({ key, name, value, restored })

  const applyDraft = useEffectEvent((stored: StoredDraft<Value>) => {
    // Fields that were filled in before the draft was read are newer.
    if (value !== undefined) return
    restore(stored.value)
    setRestored(stored)
  })
  useEffect(() => {
    let isOpen = true
    void readDraft<Value>(owner, key).then((stored) => {
      if (isOpen && stored) applyDraft(stored)
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
