import { useState } from 'react'
import { type FormBackup, useFormBackup } from './use-form-backup.tsx'

/** Fields of a form. */
export interface Fields<Value> extends FormBackup {
  value: Value
  isChanged: boolean
  change(part: Partial<Value>): void
  /** Call it when `sent` was saved. Input that was made since then stays. */
  saved(sent: Value): void
}

/**
 * Returns the fields of a form: the saved values, or the input since then. The input is stored as a backup.
 * @param form `name`: name of the form, for lists.
 */
export function useFields<Value extends object>(form: {
  key: string
  name: string
  saved: Value
}): Fields<Value> {
  const { key, name, saved } = form
  const [input, setInput] = useState<Value>()
  const isChanged = input !== undefined && JSON.stringify(input) !== JSON.stringify(saved)
  const backup = useFormBackup<Value>({
    key,
    name,
    value: isChanged ? input : undefined,
    restore: (value) => setInput({ ...saved, ...value }),
    reset: () => setInput(undefined),
  })
  return {
    ...backup,
    value: input ?? saved,
    isChanged,
    change: (part) => setInput((current) => ({ ...(current ?? saved), ...part })),
    saved: (sent) => setInput((current) => (current === sent ? undefined : current)),
  }
}
