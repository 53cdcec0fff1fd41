/** Paths of the pages, for all links. `packages/server/src/http/pages/page-paths.ts` lists the paths that the service serves. */
export const paths = {
  overview: () => '/',
  templates: () => '/templates',
  newTemplate: () => '/templates/new',
  /** Editor of a template that is not saved yet. Its text is a backup in this browser. */
  unsavedTemplate: (backupId: string) => `/templates/new/${backupId}`,
  template: (templateId: string) => `/templates/${templateId}`,
  /** Comparison of two versions of a template, by their numbers. */
  templateDifference: (templateId: string, from: number, to: number) =>
    `/templates/${templateId}/difference?${new URLSearchParams({ from: String(from), to: String(to) })}`,
  /** Partials and assets. */
  library: () => '/library',
  partial: (name: string) => `/library/partials/${encodeURIComponent(name)}`,
  /** Check of an e-invoice. */
  einvoices: () => '/e-invoices',
  /** Editor of an e-invoice, with live checks. */
  invoiceEditor: () => '/e-invoices/editor',
  apiKeys: () => '/api-keys',
  usage: () => '/usage',
  jobs: () => '/jobs',
  failedJobs: () => '/jobs?status=failed',
  jobsOfTemplate: (templateId: string) => `/jobs?${new URLSearchParams({ templateId })}`,
  /** Jobs of an API key. `none`: jobs without a key, from the dashboard. */
  jobsOfKey: (tokenId: string) => `/jobs?${new URLSearchParams({ tokenId })}`,
  job: (jobId: string) => `/jobs/${jobId}`,
  jobsOfBatch: (batchId: string) => `/jobs?${new URLSearchParams({ batchId })}`,
  batches: () => '/batches',
  newBatch: () => '/batches/new',
  batch: (batchId: string) => `/batches/${batchId}`,
  requests: () => '/requests',
  requestsOfKey: (tokenId: string) => `/requests?${new URLSearchParams({ tokenId })}`,
  requestsOfRoute: (route: string) => `/requests?${new URLSearchParams({ route })}`,
  request: (requestId: string) => `/requests/${requestId}`,
  webhooks: () => '/webhooks',
  webhook: (webhookId: string) => `/webhooks/${webhookId}`,
  billing: () => '/billing',
  settings: () => '/settings',
  members: () => '/members',
  invitation: () => '/invitation',
  operator: () => '/operator',
  operatorAccount: (userId: string) => `/operator/accounts/${userId}`,
  operatorQueue: () => '/operator/queue',
  operatorHealth: () => '/operator/health',
  operatorActions: () => '/operator/actions',
  signIn: (next?: string) =>
    next === undefined || next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`,
  /** Sign-in page after the session has expired. */
  sessionEnded: (next: string) => `/sign-in?ended&${new URLSearchParams({ next })}`,
  signedOut: () => '/sign-in?signed-out',
  signUp: (next?: string) =>
    next === undefined || next === '/' ? '/sign-up' : `/sign-up?${new URLSearchParams({ next })}`,
  checkYourMail: () => '/check-your-mail',
  forgotPassword: () => '/forgot-password',
  apiReference: () => '/docs/api',
}
