import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '../api/me.ts'
import { entriesFor } from './navigation.ts'

const SECOND_KEY_WITHIN_MS = 1_500

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
}))

/** Keyboard shortcuts: g and a letter opens a page, / focuses the search field, ? shows the list. */
export function Shortcuts() {
  const navigate = useNavigate()
  const me = useMe()
  const [isShown, setShown] = useState(false)
  const [wasShown, setWasShown] = useState(false)

  useEffect(() => {
    let gPressedAt = 0
    function show(): void {
      setWasShown(true)
      setShown(true)
    }
    function onKey(event: KeyboardEvent): void {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const entry = entriesFor(me).find(({ letter }) => letter === event.key)
      if (entry && event.timeStamp - gPressedAt < SECOND_KEY_WITHIN_MS) void navigate(entry.to)
      else if (event.key === '?') show()
      else if (event.key === '/') focusSearch(event)
      gPressedAt = event.key === 'g' ? event.timeStamp : 0
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, me])

  return (
    wasShown && (
      <Suspense>
        <ShortcutsDialog isOpen={isShown} onClose={() => setShown(false)} />
      </Suspense>
    )
  )
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, [role=dialog]') !==
        null)
  )
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!search) return
  event.preventDefault()
  search.focus()
  search.select()
}
