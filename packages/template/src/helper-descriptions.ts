/** Named parameter of a helper, such as `currency="EUR"`. */
export interface HelperParameter {
  name: string
  description: string
}

/** Description of a helper for editors. */
export interface HelperDescription {
  name: string
  /** An example call. */
  example: string
  result: string
  /** True for a block helper: `{{#name}} … {{/name}}`. */
  isBlock: boolean
  /** Named parameters, all of which are optional unless the description says otherwise. */
  parameters: readonly HelperParameter[]
}

const LOCALE = parameter('locale', 'language and region, such as "de"; by default that of the account')
const DIGITS = [
  parameter('minimumFractionDigits', 'fewest decimals, 0 to 20'),
  parameter('maximumFractionDigits', 'most decimals, 0 to 20'),
]

/** All helpers of templates: the remaining ones of Handlebars, and ours. */
export const HELPER_DESCRIPTIONS: readonly HelperDescription[] = [
  block('if', '{{#if paid}}…{{else}}…{{/if}}', 'the content if the value is neither missing nor empty'),
  block('unless', '{{#unless paid}}…{{/unless}}', 'the content if the value is missing or empty'),
  block('each', '{{#each lines}}…{{/each}}', 'the content for each element, as this'),
  block('with', '{{#with customer}}…{{/with}}', 'the content with the value as this'),
  inline('lookup', '{{lookup names @index}}', 'the field of a name or the element of an index'),
  inline('eq', '{{eq status "paid"}}', 'true if both are equal'),
  inline('ne', '{{ne status "paid"}}', 'true if they are not equal'),
  inline('lt', '{{lt 1 2}}', 'true if the first is less'),
  inline('lte', '{{lte 2 2}}', 'true if the first is less or equal'),
  inline('gt', '{{gt 3 2}}', 'true if the first is greater'),
  inline('gte', '{{gte 2 2}}', 'true if the first is greater or equal'),
  inline('and', '{{#if (and a b)}}', 'true if all values are true'),
  inline('or', '{{#if (or a b)}}', 'true if any value is true'),
  inline('not', '{{#if (not a)}}', 'true if the value is missing or empty'),
  inline('default', '{{default missing "none"}}', 'the first value that is neither missing nor empty'),
  inline('add', '{{add 0.1 0.2}}', 'the sum of its numbers'),
  inline('sub', '{{sub 3 2}}', 'the difference'),
  inline('mul', '{{mul price quantity}}', 'the product of its numbers'),
  inline('div', '{{div 1 8}}', 'the quotient'),
  inline('round', '{{round 1.005 2}}', 'the number rounded to decimals, half away from zero'),
  inline('sum', '{{sum lines "quantity" "price"}}', 'the sum over a list, of a field or a product of fields'),
  inline('formatNumber', '{{formatNumber 1234.5 locale="de"}}', 'the number in the format of the locale', [
    LOCALE,
    parameter('style', '"percent" for a percentage'),
    ...DIGITS,
  ]),
  inline(
    'formatCurrency',
    '{{formatCurrency 1234.5 currency="EUR" locale="de"}}',
    'the amount in the format of the locale',
    [parameter('currency', 'ISO 4217 code, such as "EUR"; required'), LOCALE, ...DIGITS],
  ),
  inline(
    'formatDate',
    '{{formatDate "2026-11-20" dateStyle="long"}}',
    'the date; with timeStyle also the time',
    [
      parameter('dateStyle', '"full", "long", "medium" or "short"'),
      parameter('timeStyle', '"full", "long", "medium" or "short"'),
      LOCALE,
      parameter('timeZone', 'such as "Europe/Berlin"; by default that of the account'),
    ],
  ),
  inline('upper', '{{upper "abc"}}', 'the text in upper case', [LOCALE]),
  inline('lower', '{{lower "ABC"}}', 'the text in lower case', [LOCALE]),
  inline('json', '{{{json data}}}', 'JSON that is safe inside a script', [
    parameter('indent', 'true for one line per value'),
  ]),
  inline('cssString', 'content: {{cssString title}}', 'a quoted CSS string'),
  inline('markdown', '{{markdown text}}', 'safe HTML of Markdown'),
  inline('qrCode', '{{qrCode url size=30 level="M"}}', 'an SVG; size in mm, level L, M, Q or H', [
    parameter('size', 'width and height in mm'),
    parameter('level', 'error correction: "L", "M", "Q" or "H"'),
  ]),
  inline('asset', '<img src="{{asset "logo.png"}}">', 'the URL of an image or font of the library'),
  inline('barcode', '{{barcode sku type="code128" width=60 height=15}}', 'an SVG with a maximum size in mm', [
    parameter('type', 'such as "code128", "ean13" or "datamatrix"'),
    parameter('width', 'largest width in mm'),
    parameter('height', 'largest height in mm'),
    parameter('text', 'true prints the text below the bars'),
  ]),
]

function inline(
  name: string,
  example: string,
  result: string,
  parameters: readonly HelperParameter[] = [],
): HelperDescription {
  return { name, example, result, isBlock: false, parameters }
}

function block(name: string, example: string, result: string): HelperDescription {
  return { name, example, result, isBlock: true, parameters: [] }
}

function parameter(name: string, description: string): HelperParameter {
  return { name, description }
}
