const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Suggested locales. Any other locale can be typed. */
export const LOCALES = [
  'en',
  'en-GB',
  'en-US',
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'el',
  'es',
  'es-MX',
  'et',
  'fi',
  'fr',
  'fr-CA',
  'fr-CH',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'nb',
  'nl',
  'nl-BE',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-CN',
  'zh-TW',
]

/** All time zones that the browser supports. */
export const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** Returns the English name of a locale: "Austrian German". */
export function nameOfLocale(locale: string): string {
  return names.of(locale) ?? locale
}

/** Returns a sample of a formatted date and number; `undefined` for an invalid locale. */
export function sampleOf({ locale, timeZone }: { locale: string; timeZone: string }): string | undefined {
  try {
    const dateFormat = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
    return `${dateFormat.format(new Date())} · ${new Intl.NumberFormat(locale).format(1_234.56)}`
  } catch {
    return undefined
  }
}
