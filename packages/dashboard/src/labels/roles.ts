import type { components } from '../api/schema.ts'

/** Role of a member of an account. */
export type MemberRole = components['schemas']['Member']['role']

/** Name and description of each role, from the most powerful one. */
export const ROLES: Record<MemberRole, { label: string; description: string }> = {
  owner: {
    label: 'Owner',
    description: 'Can change everything, including members, settings and the deletion of the account.',
  },
  editor: {
    label: 'Editor',
    description: 'Can change templates, API keys and webhooks, and render PDFs. Cannot see billing.',
  },
  viewer: {
    label: 'Viewer',
    description: 'Can read templates and calls, preview templates and download PDFs.',
  },
  billing: {
    label: 'Billing',
    description: 'Can see usage and buy credits. Cannot see templates, calls and PDFs.',
  },
}

/** Roles for a list of choices. */
export const ROLE_OPTIONS = Object.entries(ROLES).map(([value, { label }]) => ({ value, label }))

/** Returns the role with this name. */
export function roleNamed(name: string | null): MemberRole | undefined {
  return Object.keys(ROLES).find((role): role is MemberRole => role === name)
}
