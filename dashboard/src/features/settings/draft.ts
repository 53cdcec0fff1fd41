import { useState } from 'react'

/** What stands in a form. */
export interface Draft<Value> {
  value: Value
  isChanged: boolean
  change(part: Partial<Value>): void
  /** What was sent has been saved. What has been typed since stays. */
  saved(sent: Value): void
}

/** What is saved, as long as nobody has changed it in the form; and whatever is read meanwhile, what they typed. */
export function useDraft<Value extends object>(saved: Value): Draft<Value> {
  const [draft, setDraft] = useState<Value>()
  return {
    value: draft ?? saved,
    isChanged: draft !== undefined && JSON.stringify(draft) !== JSON.stringify(saved),
    change: (part) => setDraft((now) => ({ ...(now ?? saved), ...part })),
    saved: (sent) => setDraft((now) => (now === sent ? undefined : now)),
  }
}
