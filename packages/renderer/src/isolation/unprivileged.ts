/** A user without rights, for processes that handle untrusted input. */
export interface UnprivilegedUser {
  uid: number
  gid: number
}

// Unassigned user ids, which own no files and need no account. Each kind of process has its own id, so that it cannot
// access the processes of another kind.
const CHROMIUM = 64_101
const TEMPLATE_HOST = 64_102
const DRAWER = 64_103

/**
 * Returns the users for Chromium, template hosts and drawing processes; `undefined` (the current user) unless the
 * service runs as root.
 */
export function unprivilegedUsers(): {
  chromium: UnprivilegedUser | undefined
  templateHost: UnprivilegedUser | undefined
  drawer: UnprivilegedUser | undefined
} {
  if (process.getuid?.() !== 0) return { chromium: undefined, templateHost: undefined, drawer: undefined }
  return {
    chromium: { uid: CHROMIUM, gid: CHROMIUM },
    templateHost: { uid: TEMPLATE_HOST, gid: TEMPLATE_HOST },
    drawer: { uid: DRAWER, gid: DRAWER },
  }
}
