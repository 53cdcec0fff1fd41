/** A page of the documentation: a Markdown file of the repository and the name of its address below /docs. */
export interface Entry {
  /** Path from the root of the repository. */
  file: string
  /** Path below /docs. Empty for /docs itself. */
  name: string
  /** Title in the contents. */
  title: string
}

/** A group of pages. */
export interface Section {
  title: string
  entries: readonly Entry[]
  /** Set on the section that also lists the API reference, which is no Markdown page. */
  listsApiReference?: boolean
  /** Set on sections for contributors to Platen. `/llms-full.txt` leaves them out. */
  forContributors?: boolean
}

/** The contents in reading order. A test checks that each page of docs/ is listed. */
export const CONTENTS: readonly Section[] = [
  {
    title: 'Get started',
    entries: [page('index', 'What Platen is', ''), page('quick-start', 'Quick start'), page('tour', 'Tour')],
  },
  {
    title: 'Guides',
    entries: [
      page('guides/templates', 'Write templates', 'templates'),
      page('guides/pages', 'Page size and breaks', 'guide/pages'),
      page('guides/headers-and-footers', 'Headers and footers', 'guide/headers-and-footers'),
      page('guides/fonts', 'Fonts and scripts', 'guide/fonts'),
      page('guides/images', 'Images', 'guide/images'),
      page('guides/charts', 'Charts', 'guide/charts'),
      page('guides/helpers', 'Helpers', 'guide/helpers'),
      page('guides/partials-and-assets', 'Partials and assets', 'partials-and-assets'),
      page('guides/data', 'Sample data and schemas', 'data'),
      page('guides/dashboard', 'Dashboard', 'dashboard'),
      page('guides/command-line', 'Command line', 'command-line'),
      { file: 'packages/client/README.md', name: 'typescript', title: 'TypeScript and JavaScript' },
      { file: 'packages/client-python/README.md', name: 'python', title: 'Python' },
      page('guides/api-keys', 'API keys', 'api-keys'),
      page('guides/teams', 'Teams', 'teams'),
      page('guides/jobs', 'Jobs, retries and mail', 'jobs'),
      page('guides/bulk', 'Batches', 'batches'),
      page('guides/requests', 'Request log', 'requests'),
      page('guides/e-invoices', 'E-invoices', 'e-invoices'),
      page('guides/signatures', 'Signatures', 'signatures'),
      page('guides/webhooks', 'Webhooks', 'webhooks'),
      page('guides/agents', 'Agents (MCP)', 'agents'),
    ],
  },
  {
    title: 'Template editor',
    entries: [
      page('guides/editor/overview', 'Overview', 'editor'),
      page('guides/editor/panes', 'Panes and zoom', 'editor/panes'),
      page('guides/editor/page-setup', 'Page setup', 'editor/page-setup'),
      page('guides/editor/snippets', 'Images and snippets', 'editor/snippets'),
      page('guides/editor/completion', 'Completion and help', 'editor/completion'),
      page('guides/editor/partials', 'Partials', 'editor/partials'),
      page('guides/editor/data', 'Data sets and PDF options', 'editor/data'),
      page('guides/editor/drafts', 'Drafts and publishing', 'editor/drafts'),
      page('guides/editor/versions', 'Versions', 'editor/versions'),
    ],
  },
  {
    title: 'Recipes',
    entries: [
      page('recipes/invoice', 'Invoice'),
      page('recipes/certificate', 'Certificate'),
      page('recipes/labels', 'Labels'),
      page('recipes/mail', 'Delivery by mail'),
      page('recipes/from-puppeteer', 'Migrate from puppeteer'),
      page('recipes/from-jsreport', 'Migrate from jsreport'),
      page('recipes/from-gotenberg', 'Migrate from Gotenberg'),
      page('recipes/from-wkhtmltopdf', 'Migrate from wkhtmltopdf'),
    ],
  },
  {
    title: 'API reference',
    listsApiReference: true,
    entries: [
      page('output', 'Response formats'),
      page('pdf-options', 'PDF options'),
      page('errors', 'Errors'),
      page('instructions', 'Instructions for coding agents'),
    ],
  },
  {
    title: 'Operate',
    entries: [
      page('operate/configuration', 'Configuration', 'configuration'),
      page('operate/operation', 'Operation', 'operation'),
      page('operate/containers', 'Containers', 'containers'),
      page('operate/monitoring', 'Metrics and traces', 'monitoring'),
      page('operate/scaling', 'Scaling', 'scaling'),
      page('operate/performance', 'Performance', 'performance'),
      page('operate/identity', 'Sign-in and accounts', 'identity'),
      page('operate/billing', 'Billing', 'billing'),
      page('operate/security', 'Security', 'security'),
      { file: 'SECURITY.md', name: 'reporting', title: 'Report a vulnerability' },
    ],
  },
  {
    title: 'Concepts',
    entries: [
      page('how-it-works', 'How Platen works'),
      page('glossary', 'Glossary'),
      page('comparison', 'Compare with other tools'),
    ],
  },
  {
    title: 'Contribute',
    forContributors: true,
    entries: [
      { file: 'CONTRIBUTING.md', name: 'contributing', title: 'Contributing' },
      page('architecture', 'Architecture'),
      page('dependencies', 'Dependencies'),
      page('testing/contract', 'Contract and tests', 'contract'),
      page('testing/security-tests', 'Security tests', 'security-tests'),
      page('testing/fault-tests', 'Fault tests', 'fault-tests'),
      page('testing/corpus', 'Public templates and specifications', 'corpus'),
      page('testing/e-invoices', 'Tests of e-invoices', 'e-invoice-tests'),
      page('decisions/001-sql', 'Decision 1: SQL'),
      page('decisions/002-embedded-postgres', 'Decision 2: embedded PostgreSQL'),
      page('decisions/003-own-pdf-merge', 'Decision 3: PDF merge'),
      page('decisions/004-object-store', 'Decision 4: object store'),
      page('decisions/005-better-auth', 'Decision 5: sign-in'),
      page('decisions/006-pdf-options', 'Decision 6: PDF options'),
      page('decisions/007-device-flow', 'Decision 7: device flow'),
      page('decisions/008-admission-control', 'Decision 8: admission control'),
      page('decisions/009-combined-printing', 'Decision 9: combined printing'),
      page('decisions/010-jobs', 'Decision 10: jobs'),
      page('decisions/011-credits', 'Decision 11: credits'),
      page('decisions/012-fit', 'Decision 12: fit'),
      page('decisions/013-processes', 'Decision 13: processes'),
      page('decisions/014-library', 'Decision 14: partials and assets'),
      page('decisions/015-api-reference', 'Decision 15: reference page'),
      page('decisions/016-content', 'Decision 16: content'),
      page('decisions/017-e-invoices', 'Decision 17: e-invoices'),
      page('decisions/018-signatures', 'Decision 18: signatures'),
      page('decisions/019-batches', 'Decision 19: batches'),
      page('decisions/020-teams', 'Decision 20: teams'),
      { file: 'CHANGELOG.md', name: 'changes', title: 'Changelog' },
    ],
  },
]

function page(path: string, title: string, name = path): Entry {
  return { file: `docs/${path}.md`, name, title }
}
