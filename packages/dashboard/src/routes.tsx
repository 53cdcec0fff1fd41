import { createBrowserRouter, type RouteObject } from 'react-router'
import { Loading } from './layout/Loading.tsx'
import { NotFound, PageError } from './layout/PageError.tsx'
import { identity } from './session/identity.ts'
import { requireSession } from './require-session.ts'

// Each page is a module that is loaded on navigation. It exports `Component` and, if it reads data, `loader`.

// With an OpenID Connect provider, the provider has the page for device codes.
const devicePages: RouteObject[] = [
  { path: 'device', lazy: () => import('./features/device/DevicePage.tsx') },
]

const accountPages: RouteObject[] = [
  { index: true, lazy: () => import('./features/overview/OverviewPage.tsx') },
  { path: 'templates', lazy: () => import('./features/templates/list/TemplatesPage.tsx') },
  { path: 'templates/new', lazy: () => import('./features/templates/create/NewTemplatePage.tsx') },
  {
    path: 'templates/new/:backupId',
    lazy: () => import('./features/templates/create/UnsavedTemplatePage.tsx'),
  },
  { path: 'templates/:templateId', lazy: () => import('./features/templates/editor/EditorPage.tsx') },
  {
    path: 'templates/:templateId/difference',
    lazy: () => import('./features/templates/versions/DifferencePage.tsx'),
  },
  { path: 'library', lazy: () => import('./features/library/LibraryPage.tsx') },
  { path: 'library/partials/:name', lazy: () => import('./features/library/PartialPage.tsx') },
  { path: 'e-invoices', lazy: () => import('./features/einvoices/EinvoicesPage.tsx') },
  {
    path: 'e-invoices/editor',
    lazy: () => import('./features/einvoices/editor/InvoiceEditorPage.tsx'),
  },
  { path: 'api-keys', lazy: () => import('./features/keys/ApiKeysPage.tsx') },
  { path: 'jobs', lazy: () => import('./features/jobs/JobsPage.tsx') },
  { path: 'jobs/:jobId', lazy: () => import('./features/jobs/JobPage.tsx') },
  { path: 'batches', lazy: () => import('./features/batches/BatchesPage.tsx') },
  { path: 'batches/new', lazy: () => import('./features/batches/NewBatchPage.tsx') },
  { path: 'batches/:batchId', lazy: () => import('./features/batches/BatchPage.tsx') },
  { path: 'requests', lazy: () => import('./features/requests/RequestsPage.tsx') },
  { path: 'requests/:requestId', lazy: () => import('./features/requests/RequestPage.tsx') },
  { path: 'webhooks', lazy: () => import('./features/webhooks/WebhooksPage.tsx') },
  { path: 'webhooks/:webhookId', lazy: () => import('./features/webhooks/WebhookPage.tsx') },
  { path: 'usage', lazy: () => import('./features/usage/UsagePage.tsx') },
  { path: 'billing', lazy: () => import('./features/billing/BillingPage.tsx') },
  { path: 'members', lazy: () => import('./features/members/MembersPage.tsx') },
  { path: 'settings', lazy: () => import('./features/settings/SettingsPage.tsx') },
  { path: 'operator', lazy: () => import('./features/operator/AccountsPage.tsx') },
  { path: 'operator/accounts/:userId', lazy: () => import('./features/operator/AccountPage.tsx') },
  { path: 'operator/queue', lazy: () => import('./features/operator/QueuePage.tsx') },
  { path: 'operator/health', lazy: () => import('./features/operator/HealthPage.tsx') },
  { path: 'operator/actions', lazy: () => import('./features/operator/AuditLogPage.tsx') },
  ...(identity.kind === 'built-in' ? devicePages : []),
  { path: '*', element: <NotFound /> },
]

const passwordPages: RouteObject[] = [
  { path: 'sign-up', lazy: () => import('./features/sign-in/SignUpPage.tsx') },
  { path: 'check-your-mail', lazy: () => import('./features/sign-in/CheckYourMailPage.tsx') },
  { path: 'verify', lazy: () => import('./features/sign-in/VerifyPage.tsx') },
  { path: 'forgot-password', lazy: () => import('./features/sign-in/ForgotPasswordPage.tsx') },
  { path: 'reset-password', lazy: () => import('./features/sign-in/ResetPasswordPage.tsx') },
]

const providerPages: RouteObject[] = [
  { path: 'sign-in/callback', lazy: () => import('./features/sign-in/CallbackPage.tsx') },
]

const publicPages: RouteObject[] = [
  { path: 'sign-in', lazy: () => import('./features/sign-in/SignInPage.tsx') },
  { path: 'invitation', lazy: () => import('./features/invitation/InvitationPage.tsx') },
  ...(identity.kind === 'built-in' ? passwordPages : providerPages),
]

const routes: RouteObject[] = [
  {
    HydrateFallback: Loading,
    ErrorBoundary: PageError,
    children: [
      {
        loader: requireSession,
        lazy: () => import('./layout/Layout.tsx'),
        // Inside the layout, so that the navigation stays visible.
        children: [{ ErrorBoundary: PageError, children: accountPages }],
      },
      ...publicPages,
    ],
  },
]

/** Router with all pages of the dashboard. */
export const router = createBrowserRouter(routes)
