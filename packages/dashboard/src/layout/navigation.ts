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
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { paths } from '../base/paths.ts'

/** Entry of the navigation. */
export interface Entry {
  label: string
  to: string
  icon: Icon
  /** Key of its shortcut, after g. */
  letter: string
  /** Shown to operators only. */
  forOperators?: true
}

// From top to bottom. The keyboard shortcuts are derived from it, too.
const NAVIGATION: readonly Entry[] = [
  { label: 'Overview', to: paths.overview(), icon: IconHome, letter: 'o' },
  { label: 'Templates', to: paths.templates(), icon: IconTemplate, letter: 't' },
  { label: 'Partials & assets', to: paths.library(), icon: IconPuzzle, letter: 'a' },
  { label: 'E-invoices', to: paths.einvoices(), icon: IconFileInvoice, letter: 'i' },
  { label: 'API keys', to: paths.apiKeys(), icon: IconKey, letter: 'k' },
  { label: 'Jobs', to: paths.jobs(), icon: IconListCheck, letter: 'j' },
  { label: 'Batches', to: paths.batches(), icon: IconTableImport, letter: 'c' },
  { label: 'Requests', to: paths.requests(), icon: IconListSearch, letter: 'r' },
  { label: 'Webhooks', to: paths.webhooks(), icon: IconWebhook, letter: 'w' },
  { label: 'Usage', to: paths.usage(), icon: IconChartBar, letter: 'u' },
  { label: 'Billing', to: paths.billing(), icon: IconCreditCard, letter: 'b' },
  { label: 'Settings', to: paths.settings(), icon: IconSettings, letter: 's' },
  { label: 'Operator', to: paths.operator(), icon: IconServer, letter: 'p', forOperators: true },
]

/** Returns the entries for a role. */
export function entriesFor(role: 'member' | 'operator'): readonly Entry[] {
  return NAVIGATION.filter((entry) => !entry.forOperators || role === 'operator')
}
