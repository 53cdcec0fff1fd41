import {
  IconChartBar,
  IconCreditCard,
  IconFileInvoice,
  IconHome,
  IconKey,
  IconListCheck,
  IconListSearch,
  IconPuzzle,
  IconServer,
  IconSettings,
  IconTableImport,
  IconTemplate,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import type { Permission, useMe } from '../api/me.ts'
import { paths } from '../base/paths.ts'

type Me = ReturnType<typeof useMe>

/** Entry of the navigation. */
export interface Entry {
  label: string
  to: string
  icon: Icon
  /** Key of its shortcut, after g. */
  letter: string
  /** Permission that the page needs. */
  permission: Permission | 'operator'
}

// From top to bottom. The keyboard shortcuts are derived from it, too.
const NAVIGATION: readonly Entry[] = [
  { label: 'Overview', to: paths.overview(), icon: IconHome, letter: 'o', permission: 'account:read' },
  { label: 'Templates', to: paths.templates(), icon: IconTemplate, letter: 't', permission: 'content:read' },
  {
    label: 'Partials & assets',
    to: paths.library(),
    icon: IconPuzzle,
    letter: 'a',
    permission: 'content:read',
  },
  {
    label: 'E-invoices',
    to: paths.einvoices(),
    icon: IconFileInvoice,
    letter: 'i',
    permission: 'content:read',
  },
  { label: 'API keys', to: paths.apiKeys(), icon: IconKey, letter: 'k', permission: 'keys:read' },
  { label: 'Jobs', to: paths.jobs(), icon: IconListCheck, letter: 'j', permission: 'jobs:read' },
  { label: 'Batches', to: paths.batches(), icon: IconTableImport, letter: 'c', permission: 'jobs:read' },
  { label: 'Requests', to: paths.requests(), icon: IconListSearch, letter: 'r', permission: 'requests:read' },
  { label: 'Webhooks', to: paths.webhooks(), icon: IconWebhook, letter: 'w', permission: 'webhooks:read' },
  { label: 'Usage', to: paths.usage(), icon: IconChartBar, letter: 'u', permission: 'usage:read' },
  { label: 'Billing', to: paths.billing(), icon: IconCreditCard, letter: 'b', permission: 'billing:read' },
  { label: 'Members', to: paths.members(), icon: IconUsers, letter: 'm', permission: 'account:read' },
  { label: 'Settings', to: paths.settings(), icon: IconSettings, letter: 's', permission: 'account:read' },
  { label: 'Operator', to: paths.operator(), icon: IconServer, letter: 'p', permission: 'operator' },
]

/** Returns the entries that a user may open. */
export function entriesFor(me: Me): readonly Entry[] {
  return NAVIGATION.filter((entry) => mayOpen(me, entry))
}

/**
 * Returns the entry of a page that the role of the user does not allow; `undefined` for all other pages. The pages of
 * operators show the error of the service.
 */
export function forbiddenEntry(me: Me, pathname: string): Entry | undefined {
  return NAVIGATION.find(
    (entry) =>
      (pathname === entry.to || pathname.startsWith(`${entry.to}/`)) &&
      entry.permission !== 'operator' &&
      !mayOpen(me, entry),
  )
}

function mayOpen({ account, membership }: Me, { permission }: Entry): boolean {
  return permission === 'operator' ? account.role === 'operator' : membership.permissions.includes(permission)
}
