import { listDrafts, removeDrafts } from '../drafts/store.ts'
import { editorsHoldUnsaved } from '../drafts/unsaved.ts'
import { session } from '../session/session.ts'
import { ask } from '../ui/ask.ts'

/**
 * Signs out. Signing out removes the account's drafts from this browser, which another person may use next. It asks
 * first when there are drafts or unsaved changes.
 * @param owner id of the account.
 */
export async function signOut(owner: string): Promise<void> {
  const drafts = await listDrafts(owner)
  if ((drafts.length > 0 || editorsHoldUnsaved()) && !(await isSure(drafts))) return
  // Signing out at a provider leaves this page at once.
  await removeDrafts(owner)
  await session.signOut()
}

async function isSure(drafts: readonly { name: string }[]): Promise<boolean> {
  const names = drafts.map(({ name }) => `“${name}”`).join(', ')
  return await ask({
    title: 'Sign out and delete unsaved changes?',
    message: names
      ? `Unsaved changes are kept in this browser: ${names}. Signing out deletes them.`
      : 'This page has unsaved changes. Signing out deletes them.',
    confirm: 'Delete and sign out',
    danger: true,
  })
}
