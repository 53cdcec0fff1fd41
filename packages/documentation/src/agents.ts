import { addressOf, type Page, type Site } from './site.ts'

const ABOUT = `# Platen

> An open, self-hosted document rendering service: Handlebars templates and data in, PDFs out, over HTTP, from the command line, from TypeScript and Python, and by MCP.

`

/** Returns /llms.txt: an index of the documentation for language models (https://llmstxt.org). */
export async function llmsIndex(site: Site, baseUrl: string): Promise<string> {
  const sections: string[] = []
  for (const { title, entries, forContributors } of await site.contents()) {
    const lines: string[] = []
    for (const entry of entries) {
      const page = await site.page(entry.name)
      if (page) lines.push(`- [${entry.title}](${baseUrl}${markdownAddress(page)}): ${shorten(page.summary)}`)
    }
    sections.push(`## ${forContributors ? 'Optional' : title}\n\n${lines.join('\n')}\n`)
  }
  return `${ABOUT}Coding agents start with ${baseUrl}/docs/instructions.md. The API is described by ${baseUrl}/openapi.json.

${sections.join('\n')}`
}

/** Returns /llms-full.txt: the full text of all pages for users of Platen. */
export async function llmsFullText(site: Site, baseUrl: string): Promise<string> {
  const texts: string[] = []
  for (const { entries, forContributors } of await site.contents()) {
    if (forContributors) continue
    for (const entry of entries) {
      const page = await site.page(entry.name)
      if (page) texts.push(`<!-- ${baseUrl}${markdownAddress(page)} -->\n\n${page.text.trim()}\n`)
    }
  }
  return `${ABOUT}${texts.join('\n')}`
}

function markdownAddress({ entry }: Page): string {
  return entry.name === '' ? '/docs/index.md' : `${addressOf(entry)}.md`
}

/** Cuts a text at a word boundary after at most 200 characters. */
function shorten(text: string): string {
  if (text.length <= 200) return text
  const cut = text.slice(0, 200)
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`
}
