/** Description of a helper for editors. */
export interface HelperDescription {
  name: string
  /** An example call. */
  example: string
  result: string
  /** True for a block helper: `{{#name}} … {{/name}}`. */
  isBlock: boolean
}

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
  inline('formatNumber', '{{formatNumber 1234.5 locale="de"}}', 'the number in the format of the locale'),
  inline(
    'formatCurrency',
    '{{formatCurrency 1234.5 currency="EUR" locale="de"}}',
    'the amount in the format of the locale',
  ),
  inline(
    'formatDate',
    '{{formatDate "2026-11-20" dateStyle="long"}}',
    'the date; with timeStyle also the time',
  ),
  inline('upper', '{{upper "abc"}}', 'the text in upper case'),
  inline('lower', '{{lower "ABC"}}', 'the text in lower case'),
  inline('json', '{{{json data}}}', 'JSON that is safe inside a script'),
  inline('cssString', 'content: {{cssString title}}', 'a quoted CSS string'),
  inline('markdown', '{{markdown text}}', 'safe HTML of Markdown'),
  inline('qrCode', '{{qrCode url size=30 level="M"}}', 'an SVG; size in mm, level L, M, Q or H'),
  inline('asset', '<img src="{{asset "logo.png"}}">', 'the URL of an image or font of the library'),
  inline('barcode', '{{barcode sku type="code128" width=60 height=15}}', 'an SVG with a maximum size in mm'),
]

function inline(name: string, example: string, result: string): HelperDescription {
  return { name, example, result, isBlock: false }
}

function block(name: string, example: string, result: string): HelperDescription {
  return { name, example, result, isBlock: true }
}
