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
}

/** The contents in reading order. A test checks that each page of docs/ is listed. */
export const CONTENTS: readonly Section[] = [
  {
    title: 'Begin',
    entries: [
      page('index', 'What Platen is', ''),
      page('tour', 'A tour of ten minutes'),
      page('dashboard', 'The dashboard'),
      page('identity', 'Signing in'),
      page('comparison', 'Compared with others'),
    ],
  },
  {
    title: 'Templates',
    entries: [
      page('templates', 'Writing templates'),
      page('guide/pages', 'Pages and breaks'),
      page('guide/headers-and-footers', 'Headers and footers'),
      page('guide/fonts', 'Fonts and scripts of the world'),
      page('guide/images', 'Images'),
      page('guide/charts', 'Charts'),
      page('guide/helpers', 'Helpers'),
      page('partials-and-assets', 'Partials and assets'),
      page('data', 'Sample data and schemas'),
    ],
  },
  {
    title: 'Recipes',
    entries: [
      page('recipes/invoice', 'An invoice'),
      page('recipes/certificate', 'A certificate'),
      page('recipes/labels', 'A sheet of labels'),
      page('recipes/mail', 'Delivery by mail'),
      page('recipes/from-puppeteer', 'Coming from puppeteer'),
      page('recipes/from-jsreport', 'Coming from jsreport'),
      page('recipes/from-gotenberg', 'Coming from Gotenberg'),
      page('recipes/from-wkhtmltopdf', 'Coming from wkhtmltopdf'),
    ],
  },
  {
    title: 'Calling it',
    entries: [
      page('command-line', 'The command line'),
      { file: 'sdk/README.md', name: 'typescript', title: 'TypeScript and JavaScript' },
      { file: 'sdk/python/README.md', name: 'python', title: 'Python' },
      page('jobs', 'Jobs, repeated calls, mail'),
      page('output', 'Answers: bytes, pictures, dry runs'),
      page('pdf-options', 'Options of a PDF'),
      page('webhooks', 'Webhooks'),
      page('agents', 'Agents: MCP'),
      page('instructions', 'For coding agents'),
    ],
  },
  {
    title: 'Running it',
    entries: [
      page('configuration', 'Configuration'),
      page('operation', 'Operation'),
      page('scaling', 'Scaling'),
      page('performance', 'Performance'),
      page('billing', 'Billing'),
      page('security', 'Security'),
      { file: 'SECURITY.md', name: 'reporting', title: 'Reporting a weakness' },
    ],
  },
  {
    title: 'How it is made',
    entries: [
      page('architecture', 'Architecture'),
      page('contract', 'The contract'),
      page('decisions/001-sql', 'Decision 1: SQL'),
      page('decisions/002-embedded-postgres', 'Decision 2: a PostgreSQL of its own'),
      page('decisions/003-own-pdf-merge', 'Decision 3: merging PDFs'),
      page('decisions/004-object-store', 'Decision 4: the object store'),
      page('decisions/005-better-auth', 'Decision 5: signing in'),
      page('decisions/006-pdf-options', 'Decision 6: options of a PDF'),
      page('decisions/007-device-flow', 'Decision 7: signing programs in'),
      { file: 'CONTRIBUTING.md', name: 'contributing', title: 'Contributing' },
      { file: 'CHANGELOG.md', name: 'changes', title: 'Changes' },
    ],
  },
]

function page(path: string, title: string, name = path): Entry {
  return { file: `docs/${path}.md`, name, title }
}
