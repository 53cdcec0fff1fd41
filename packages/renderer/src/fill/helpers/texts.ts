import MarkdownIt from 'markdown-it'
import { type Helper, HelperError, Markup, textFrom, textOption } from './arguments.ts'

const TEXT_LENGTH_MAX = 1_000_000
const MARKDOWN_LENGTH_MAX = 200_000
const JSON_LENGTH_MAX = 1_000_000

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true })
// Schemes that are safe to follow for the reader of a PDF.
markdown.validateLink = (url) => /^(?:https?:|mailto:|#)/i.test(url.trim())
// Images would be loaded. Templates use an <img> element instead.
markdown.disable('image')

/** Helpers for texts: case, JSON, CSS strings, and Markdown as safe HTML. */
export const texts: Record<string, Helper> = {
  upper: (call) =>
    textFrom(call.values[0], TEXT_LENGTH_MAX).toLocaleUpperCase(
      localeOf(textOption(call, 'locale') ?? call.region?.locale),
    ),
  lower: (call) =>
    textFrom(call.values[0], TEXT_LENGTH_MAX).toLocaleLowerCase(
      localeOf(textOption(call, 'locale') ?? call.region?.locale),
    ),
  /** `{{json x}}` in an attribute or text; `{{{json x}}}` in a script, which no `</script>` in the data can end. */
  json: ({ values: [value], hash }) => {
    const text = JSON.stringify(value, keepDigits, hash['indent'] ? 2 : undefined) ?? 'null'
    if (text.length > JSON_LENGTH_MAX) throw new HelperError('the JSON has more than 1,000,000 characters')
    return text.replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  },
  /** `content: {{cssString title}}`: a quoted string that cannot end itself or its style sheet. */
  cssString: ({ values: [value] }) => {
    const text = textFrom(value, TEXT_LENGTH_MAX)
    const safe = text.replace(
      /[\p{Cc}"\\<>&{}/]/gu,
      (character) => `\\${character.charCodeAt(0).toString(16)} `,
    )
    return new Markup(`"${safe}"`)
  },
  markdown: ({ values: [value] }) => new Markup(markdown.render(textFrom(value, MARKDOWN_LENGTH_MAX))),
}

function keepDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value
}

function localeOf(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch (error) {
    throw new HelperError(`"${locale}" is not a locale such as "en" or "de-AT"`, { cause: error })
  }
}
