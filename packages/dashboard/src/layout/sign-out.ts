import { listBackups, removeBackups } from '../backups/store.ts'
import { hasUnsavedEditors } from '../backups/unsaved.ts'
import { session } from '../session/session.ts'
import { confirmDialog } from '../ui/dialogs/confirm.ts'

/**
 * Signs out and removes the backups of the account from this browser, because another person may use it next. Asks for
 * confirmation when backups or unsaved changes exist.
 * @param owner user id of the account.
 */
export async function signOut(owner: string): Promise<void> {
  const backups = await listBackups(owner)
  if ((backups.length > 0 || hasUnsavedEditors()) && !(await isSure(backups))) return
  // Before the sign-out, because that of a provider leaves this page at once.
  await removeBackups(owner)
  await session.signOut()
}

async function isSure(backups: readonly { name: string }[]): Promise<boolean> {
  const names = backups.map(({ name }) => `“${name}”`).join(', ')
  return await confirmDialog({
    title: 'Sign out and delete unsaved changes?',
    message: names
      ? `This browser has unsaved changes: ${names}. Signing out deletes them.`
      : 'This page has unsaved changes. Signing out deletes them.',
    confirmLabel: 'Delete and sign out',
    danger: true,
  })
}
