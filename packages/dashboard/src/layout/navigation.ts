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
  IconTemplate,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import type { Permission, useMe } from '../api/me.ts'
import { paths } from '../base/paths.ts'

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
  { label: 'Requests', to: paths.requests(), icon: IconListSearch, letter: 'r', permission: 'requests:read' },
  { label: 'Webhooks', to: paths.webhooks(), icon: IconWebhook, letter: 'w', permission: 'webhooks:read' },
  { label: 'Usage', to: paths.usage(), icon: IconChartBar, letter: 'u', permission: 'usage:read' },
  { label: 'Billing', to: paths.billing(), icon: IconCreditCard, letter: 'b', permission: 'billing:read' },
  { label: 'Members', to: paths.members(), icon: IconUsers, letter: 'm', permission: 'account:read' },
  { label: 'Settings', to: paths.settings(), icon: IconSettings, letter: 's', permission: 'account:read' },
  { label: 'Operator', to: paths.operator(), icon: IconServer, letter: 'p', permission: 'operator' },
]

/** Returns the entries that a user may open. */
export function entriesFor({ account, membership }: ReturnType<typeof useMe>): readonly Entry[] {
  return NAVIGATION.filter(({ permission }) =>
    permission === 'operator' ? account.role === 'operator' : membership.permissions.includes(permission),
  )
}
