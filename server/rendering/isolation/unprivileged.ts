/** A user without rights of its own, as whom a part runs that strangers' input reaches. */
export interface UnprivilegedUser {
  uid: number
  gid: number
}

// Numbers that belong to nobody: no account is needed to run as them, and no file is theirs. They differ, so
// that one part cannot reach into the other's processes.
const CHROMIUM = 64_101
const TEMPLATE_HOST = 64_102
const DRAWER = 64_103

/** Whom Chromium, the template hosts and what draws pictures run as; undefined, as ourselves, unless we are root. */
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
