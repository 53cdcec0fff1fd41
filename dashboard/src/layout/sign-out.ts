import { listDrafts } from '../drafts/store.ts'
import { session } from '../session/session.ts'
import { ask } from '../ui/ask.ts'

/**
 * Signs out. Signing out removes the account's drafts from this browser, which another person may use next: so it
 * asks first when there are any.
 * @param owner id of the account.
 */
export async function signOut(owner: string): Promise<void> {
  const drafts = await listDrafts(owner)
  const isSure =
    drafts.length === 0 ||
    (await ask({
      title: 'Sign out and delete unsaved changes?',
      message: `Unsaved changes are kept in this browser: ${drafts
        .map(({ name }) => `“${name}”`)
        .join(', ')}. Signing out deletes them.`,
      confirm: 'Delete and sign out',
      danger: true,
    }))
  if (isSure) await session.signOut()
}
