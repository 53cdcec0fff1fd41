import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '../api/me.ts'
import { Restored } from './Restored.tsx'
import { readDraft, type StoredDraft } from './store.ts'
import { useKeptDraft } from './use-kept-draft.ts'

/** The draft of a form. */
export interface FormDraft {
  /** Shows that the form was restored, with a button that discards the draft; null otherwise. */
  notice: ReactNode
  /** Removes the draft. To be called when the form was saved or cancelled. */
  discard: () => Promise<void>
}

/**
 * Keeps the fields of a form as a draft in this browser, and restores them when the form is opened again. Passwords
 * must not be part of `value`.
 * @param form `name`: the form, for lists. `value`: undefined when nothing in the form is unsaved; a new object for
 * each change. `restore`: puts the fields of a draft into the form. `reset`: puts the saved fields back.
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
  const { discard, restoredAt } = useKeptDraft({ key, name, value, restored })

  const begin = useEffectEvent((stored: StoredDraft<Value>) => {
    // Fields that were filled in before the draft was read are newer.
    if (value !== undefined) return
    restore(stored.value)
    setRestored(stored)
  })
  useEffect(() => {
    let isOpen = true
    void readDraft<Value>(owner, key).then((stored) => {
      if (isOpen && stored) begin(stored)
    })
    return () => void (isOpen = false)
  }, [owner, key])

  const onDiscard = async () => {
    await discard()
    reset()
  }
  return {
    notice: restoredAt !== undefined && <Restored savedAt={restoredAt} onDiscard={onDiscard} />,
    discard,
  }
}
