/** Roles of members of an account. */
export const MEMBER_ROLES = ['owner', 'editor', 'viewer', 'billing'] as const
/** Role of a member: decides which routes of the dashboard the member may call for the account. */
export type MemberRole = (typeof MEMBER_ROLES)[number]

const ALL = MEMBER_ROLES
const OWNER = ['owner'] as const
const WRITERS = ['owner', 'editor'] as const
const READERS = ['owner', 'editor', 'viewer'] as const
const PAYERS = ['owner', 'billing'] as const

/** Roles that have each permission. Each route under /dashboard/api names one permission. */
export const ROLES_WITH = {
  /** Balance, plan and settings of the account, and the list of its members. Also: leave the account. */
  'account:read': ALL,
  /** Locale, allowed hosts and request log. */
  'account:write': OWNER,
  'account:delete': OWNER,
  /** Changes of members, invitations, and the log of both. */
  'members:write': OWNER,
  /** Templates, partials and assets, with their versions, previews and dry checks. */
  'content:read': READERS,
  'content:write': WRITERS,
  /** Renders with their PDFs. */
  'jobs:read': READERS,
  /** Renders that cost credits. */
  'jobs:write': WRITERS,
  /** The request log, which may have the data of calls. */
  'requests:read': READERS,
  'keys:read': READERS,
  'keys:write': WRITERS,
  'webhooks:read': READERS,
  'webhooks:write': WRITERS,
  'certificates:read': READERS,
  'certificates:write': WRITERS,
  'usage:read': ALL,
  'billing:read': PAYERS,
  'billing:write': PAYERS,
} as const satisfies Record<string, readonly MemberRole[]>

/** Permission of members of an account. */
export type MemberPermission = keyof typeof ROLES_WITH

/**
 * Permission that a route of the dashboard requires. `signed-in`: every user, also without an account. `operator`: the
 * operators of the service.
 */
export type Permission = MemberPermission | 'signed-in' | 'operator'

/** Returns true when a role has a permission. */
export function roleHas(role: MemberRole, permission: MemberPermission): boolean {
  return rolesWith(permission).includes(role)
}

/** Returns the roles that have a permission. */
export function rolesWith(permission: MemberPermission): readonly MemberRole[] {
  return ROLES_WITH[permission]
}

/** Returns all permissions of a role. */
export function permissionsOf(role: MemberRole): MemberPermission[] {
  return MEMBER_PERMISSIONS.filter((permission) => roleHas(role, permission))
}

/** All permissions of members. */
export const MEMBER_PERMISSIONS = Object.keys(ROLES_WITH) as MemberPermission[]
