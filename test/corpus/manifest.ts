/** Template or style sheet in an npm package of `packages/package.json`, which has the versions. */
export interface Source {
  package: string
  /** Path in the package. */
  file: string
  licence: 'MIT' | 'BSD-3-Clause' | 'Apache-2.0'
}

const mit = (name: string, file: string): Source => ({ package: name, file, licence: 'MIT' })

/** Themes of JSON Résumé: each exports `render(resume)`, most with Handlebars or mustache. */
export const RESUME_THEMES: readonly Source[] = [
  mit('jsonresume-theme-even', 'dist/index.js'),
  mit('jsonresume-theme-flat', 'index.js'),
  mit('jsonresume-theme-kendall', 'index.js'),
  mit('jsonresume-theme-macchiato', 'index.js'),
]

/** Résumés, as data of the themes. */
export const RESUMES: readonly Source[] = [
  mit('@jsonresume/schema', 'sample.resume.json'),
  mit('@jsonresume/schema', 'examples/new-grad.resume.json'),
  mit('@jsonresume/schema', 'examples/career-changer.resume.json'),
  mit('@jsonresume/schema', 'examples/senior-engineer.resume.json'),
]

/** Themes of receipts and other messages in HTML, by their names in mailgen (Apache-2.0). */
export const MAIL_THEMES = ['default', 'salted', 'neopolitan', 'cerberus'] as const

/** Templates of messages without data, with the style sheet of their package. */
export const MAIL_TEMPLATES: readonly Source[] = [
  'basic',
  'drip',
  'hero',
  'marketing',
  'newsletter',
  'newsletter-2',
  'order',
  'password',
  'sidebar',
  'sidebar-hero',
  'welcome',
].map((name) => mit('foundation-emails', `templates/${name}.html`))
export const MAIL_STYLE = mit('foundation-emails', 'dist/foundation-emails.css')

/** Style sheets of documents. The data of each is a text in Markdown: the README of its own or another package. */
export const ARTICLE_STYLES: readonly (Source & { text: string })[] = [
  { ...mit('@exampledev/new.css', 'new.css'), text: '@exampledev/new.css' },
  { ...mit('@picocss/pico', 'css/pico.classless.css'), text: '@picocss/pico' },
  { ...mit('@picocss/pico', 'css/pico.css'), text: 'bulma' },
  { ...mit('bamboo.css', 'dist/bamboo.min.css'), text: 'bamboo.css' },
  { ...mit('bamboo.css', 'dist/dark.min.css'), text: 'spectre.css' },
  { ...mit('bootstrap', 'dist/css/bootstrap.css'), text: 'bootstrap' },
  { ...mit('bulma', 'css/bulma.css'), text: 'bulma' },
  { ...mit('chota', 'dist/chota.css'), text: 'chota' },
  { ...mit('github-markdown-css', 'github-markdown-light.css'), text: 'bootstrap' },
  { ...mit('github-markdown-css', 'github-markdown-dark.css'), text: 'mini.css' },
  { ...mit('gutenberg-css', 'dist/gutenberg.css'), text: 'gutenberg-css' },
  { ...mit('gutenberg-css', 'dist/themes/book.css'), text: 'bulma' },
  { ...mit('gutenberg-css', 'dist/themes/modern.css'), text: 'picnic' },
  { ...mit('gutenberg-css', 'dist/themes/oldstyle.css'), text: 'tacit-css' },
  { ...mit('hack', 'dist/hack.css'), text: 'hack' },
  { ...mit('marx-css', 'css/marx.css'), text: 'marx-css' },
  { ...mit('milligram', 'dist/milligram.css'), text: 'spectre.css' },
  { ...mit('mini.css', 'dist/mini-default.css'), text: 'mini.css' },
  { ...mit('mvp.css', 'mvp.css'), text: 'tachyons' },
  { ...mit('normalize.css', 'normalize.css'), text: 'normalize.css' },
  { ...mit('paper-css', 'paper.css'), text: 'paper-css' },
  { ...mit('picnic', 'picnic.css'), text: 'picnic' },
  { ...mit('purecss', 'build/pure.css'), licence: 'BSD-3-Clause', text: 'purecss' },
  { ...mit('sakura.css', 'css/sakura.css'), text: 'sakura.css' },
  { ...mit('sakura.css', 'css/sakura-vader.css'), text: 'sakura.css' },
  { ...mit('simpledotcss', 'simple.css'), text: 'water.css' },
  { ...mit('skeleton-css', 'css/skeleton.css'), text: 'skeleton-css' },
  { ...mit('spectre.css', 'dist/spectre.css'), text: 'spectre.css' },
  { ...mit('tachyons', 'css/tachyons.css'), text: 'tachyons' },
  { ...mit('tacit-css', 'dist/tacit-css.css'), text: 'tacit-css' },
  { ...mit('tufte-css', 'tufte.css'), text: 'tufte-css' },
  { ...mit('water.css', 'out/light.css'), text: 'water.css' },
]
