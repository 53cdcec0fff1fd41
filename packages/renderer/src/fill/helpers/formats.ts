import { LRUCache } from 'lru-cache'
import type { Region } from '../messages.ts'
import {
  type Call,
  type Helper,
  decimalFrom,
  HelperError,
  numberOption,
  describeValue,
  textOption,
} from './arguments.ts'

const DIGITS = { min: 0, max: 20 }
const FORMATS_CACHED_MAX = 200
const DATE_STYLES = ['full', 'long', 'medium', 'short'] as const
const DEFAULT_REGION: Region = { locale: 'en', timeZone: 'UTC' }

/**
 * Formats dates, numbers and amounts by `Intl` with `locale`, `timeZone` and `currency`, by default those of the
 * account's region.
 */
export const formats: Record<string, Helper> = {
  /** `{{formatDate issued locale="de" dateStyle="long" timeZone="Europe/Berlin"}}` */
  formatDate: (call) => {
    const [value] = call.values
    if (value === undefined || value === null || value === '') return ''
    return dateFormat(call).format(dateFrom(value))
  },
  /** `{{formatNumber weight locale="de" minimumFractionDigits=2}}` */
  formatNumber: (call) =>
    amount(call, { style: textOption(call, 'style') === 'percent' ? 'percent' : 'decimal' }),
  /** `{{formatCurrency total currency="EUR" locale="de"}}` */
  formatCurrency: (call) => {
    const currency = textOption(call, 'currency') ?? secondArgument(call)
    if (!currency) throw new HelperError('needs a currency: {{formatCurrency total currency="EUR"}}')
    return amount(call, { style: 'currency', currency })
  },
}

function secondArgument({ values: [, currency], hash }: Call): string | undefined {
  return typeof currency === 'string'
    ? textOption({ values: [], hash: { ...hash, currency } }, 'currency')
    : undefined
}

function amount(call: Call, style: Intl.NumberFormatOptions): string {
  const [value] = call.values
  if (value === undefined || value === null || value === '') return ''
  const [minimum, maximum] = ['minimumFractionDigits', 'maximumFractionDigits'].map((name) =>
    call.hash[name] === undefined ? undefined : numberOption(call, name, { fallback: 0, ...DIGITS }),
  )
  const options: Intl.NumberFormatOptions = {
    ...style,
    ...(minimum !== undefined && { minimumFractionDigits: minimum }),
    ...(maximum !== undefined && { maximumFractionDigits: maximum }),
  }
  const locale = textOption(call, 'locale') ?? regionOf(call).locale
  return cached('number', locale, options, () => new Intl.NumberFormat(locale, options)).format(
    // Intl reads a string digit by digit, and a number as a double.
    decimalFrom(value).toFixed() as `${number}`,
  )
}

function dateFormat(call: Call): Intl.DateTimeFormat {
  const locale = textOption(call, 'locale') ?? regionOf(call).locale
  const timeStyle = styleOption(call, 'timeStyle')
  // Without any style the date is printed; with a time style alone, only the time.
  const dateStyle = styleOption(call, 'dateStyle') ?? (timeStyle ? undefined : 'medium')
  const options: Intl.DateTimeFormatOptions = {
    timeZone: textOption(call, 'timeZone') ?? regionOf(call).timeZone,
    ...(dateStyle && { dateStyle }),
    ...(timeStyle && { timeStyle }),
  }
  return cached('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

function regionOf({ region }: Call): Region {
  return region ?? DEFAULT_REGION
}

function styleOption(call: Call, name: string) {
  const value = textOption(call, name)
  if (value === undefined) return undefined
  const style = DATE_STYLES.find((candidate) => candidate === value)
  if (!style) throw new HelperError(`${name} must be one of ${DATE_STYLES.join(', ')}, not "${value}"`)
  return style
}

/** Parses a date in JSON: ISO 8601, or milliseconds since 1970. */
function dateFrom(value: unknown): Date {
  const isDate =
    typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d{2}(-\d{2})?/.test(value))
  const date = isDate ? new Date(value) : undefined
  if (date && Number.isFinite(date.getTime())) return date
  throw new HelperError(
    `${describeValue(value)} is not a date such as "2026-11-20" or "2026-11-20T09:30:00Z"`,
  )
}

// Creating a format takes far longer than using it.
const cache = new LRUCache<string, Intl.NumberFormat | Intl.DateTimeFormat>({ max: FORMATS_CACHED_MAX })

function cached<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  kind: string,
  locale: string,
  options: object,
  create: () => Format,
): Format {
  const key = JSON.stringify([kind, locale, options])
  const cachedFormat = cache.get(key)
  // The key contains the kind, so the cached format has this type.
  if (cachedFormat) return cachedFormat as Format
  const format = withHelperError(create)
  cache.set(key, format)
  return format
}

/** Converts errors of `Intl` for unknown locales, zones and currencies, which name them. */
function withHelperError<Format>(create: () => Format): Format {
  try {
    return create()
  } catch (error) {
    throw new HelperError(error instanceof Error ? error.message : 'this format is not known', {
      cause: error,
    })
  }
}
