import { listDrafts, removeDrafts } from '../drafts/store.ts'
import { hasUnsavedEditors } from '../drafts/unsaved.ts'
import { session } from '../session/session.ts'
import { confirmDialog } from '../ui/dialogs/confirm.ts'

/**
 * Signs out and removes the drafts of the account from this browser, because another person may use it next. Asks for
 * confirmation when drafts or unsaved changes exist.
 * @param owner user id of the account.
 */
export async function signOut(owner: string): Promise<void> {
  const drafts = await listDrafts(owner)
  if ((drafts.length > 0 || hasUnsavedEditors()) && !(await isSure(drafts))) return
  // Before the sign-out, because that of a provider leaves this page at once.
  await removeDrafts(owner)
  await session.signOut()
}

async function isSure(drafts: readonly { name: string }[]): Promise<boolean> {
  const names = drafts.map(({ name }) => `“${name}”`).join(', ')
  return await confirmDialog({
    title: 'Sign out and delete unsaved changes?',
    message: names
      ? `This browser has unsaved changes: ${names}. Signing out deletes them.`
      : 'This page has unsaved changes. Signing out deletes them.',
    confirmLabel: 'Delete and sign out',
    danger: true,
  })
}
