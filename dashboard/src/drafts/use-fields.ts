import { useState } from 'react'
import { type FormDraft, useFormDraft } from './use-form-draft.tsx'

/** The fields of a form. */
export interface Fields<Value> extends FormDraft {
  value: Value
  isChanged: boolean
  change(part: Partial<Value>): void
  /** To be called when `sent` was saved. What was typed since stays. */
  saved(sent: Value): void
}

/**
 * Returns the fields of a form: those that are saved, or what was typed since. They are kept as a draft.
 * @param form `name`: the form, for lists.
 */
export function useFields<Value extends object>(form: {
  key: string
  name: string
  saved: Value
}): Fields<Value> {
  const { key, name, saved } = form
  const [typed, setTyped] = useState<Value>()
  const isChanged = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(saved)
  const draft = useFormDraft<Value>({
    key,
    name,
    value: isChanged ? typed : undefined,
    restore: (value) => setTyped({ ...saved, ...value }),
    reset: () => setTyped(undefined),
  })
  return {
    ...draft,
    value: typed ?? saved,
    isChanged,
    change: (part) => setTyped((now) => ({ ...(now ?? saved), ...part })),
    saved: (sent) => setTyped((now) => (now === sent ? undefined : now)),
  }
}
