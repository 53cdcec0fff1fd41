/** Paths of the pages. All links are built from them; `server/http/pages/page-paths.ts` lists what the service answers. */
export const paths = {
  overview: () => '/',
  templates: () => '/templates',
  newTemplate: () => '/templates/new',
  /** The editor of a template that is not stored yet; its text is a draft of this browser. */
  unsavedTemplate: (draftId: string) => `/templates/new/${draftId}`,
  template: (templateId: string) => `/templates/${templateId}`,
  /** Two versions of a template beside each other, by their numbers. */
  templateDifference: (templateId: string, from: number, to: number) =>
    `/templates/${templateId}/difference?${new URLSearchParams({ from: String(from), to: String(to) })}`,
  /** Partials and assets. */
  shared: () => '/shared',
  partial: (name: string) => `/shared/partials/${encodeURIComponent(name)}`,
  apiKeys: () => '/api-keys',
  usage: () => '/usage',
  jobs: () => '/jobs',
  failedJobs: () => '/jobs?state=failed',
  jobsOfTemplate: (templateId: string) => `/jobs?${new URLSearchParams({ template: templateId })}`,
  /** `none`: those that no key has asked for. */
  jobsOfKey: (tokenId: string) => `/jobs?${new URLSearchParams({ key: tokenId })}`,
  job: (jobId: string) => `/jobs/${jobId}`,
  billing: () => '/billing',
  settings: () => '/settings',
  operator: () => '/operator',
  operatorAccount: (userId: string) => `/operator/accounts/${userId}`,
  operatorQueue: () => '/operator/queue',
  operatorHealth: () => '/operator/health',
  operatorActions: () => '/operator/actions',
  signIn: (next?: string) =>
    next === undefined || next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`,
  /** The session has ended by itself. */
  signInAgain: (next: string) => `/sign-in?ended&${new URLSearchParams({ next })}`,
  signedOut: () => '/sign-in?signed-out',
  signUp: (next?: string) =>
    next === undefined || next === '/' ? '/sign-up' : `/sign-up?${new URLSearchParams({ next })}`,
  checkYourMail: () => '/check-your-mail',
  forgotPassword: () => '/forgot-password',
  apiReference: () => '/docs/api',
}
