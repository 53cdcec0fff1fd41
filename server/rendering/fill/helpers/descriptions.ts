/** Description of a helper for editors. */
export interface HelperDescription {
  name: string
  /** An example call. */
  example: string
  gives: string
  /** True for a block helper: `{{#name}} … {{/name}}`. */
  isBlock: boolean
}

/** All helpers of templates: the remaining ones of Handlebars, and ours. */
export const HELPER_DESCRIPTIONS: readonly HelperDescription[] = [
  block('if', '{{#if paid}}…{{else}}…{{/if}}', 'its content where the value is neither missing nor empty'),
  block('unless', '{{#unless paid}}…{{/unless}}', 'its content where the value is missing or empty'),
  block('each', '{{#each lines}}…{{/each}}', 'its content once for each element, which is this'),
  block('with', '{{#with customer}}…{{/with}}', 'its content, in which the value is this'),
  inline('lookup', '{{lookup names @index}}', 'the field or element of that name or number'),
  inline('eq', '{{eq status "paid"}}', 'true where both are the same'),
  inline('ne', '{{ne status "paid"}}', 'true where they are not the same'),
  inline('lt', '{{lt 1 2}}', 'true where the first is less'),
  inline('lte', '{{lte 2 2}}', 'true where the first is less or the same'),
  inline('gt', '{{gt 3 2}}', 'true where the first is greater'),
  inline('gte', '{{gte 2 2}}', 'true where the first is greater or the same'),
  inline('and', '{{#if (and a b)}}', 'true where all are'),
  inline('or', '{{#if (or a b)}}', 'true where one of them is'),
  inline('not', '{{#if (not a)}}', 'true where the value is missing or empty'),
  inline('default', '{{default missing "none"}}', 'the first that is neither missing nor empty'),
  inline('add', '{{add 0.1 0.2}}', 'the sum of its numbers'),
  inline('sub', '{{sub 3 2}}', 'the difference'),
  inline('mul', '{{mul price quantity}}', 'the product of its numbers'),
  inline('div', '{{div 1 8}}', 'the quotient'),
  inline('round', '{{round 1.005 2}}', 'the number with so many decimals; half goes up'),
  inline('sum', '{{sum lines "quantity" "price"}}', 'the sum over a list, of a field or a product of fields'),
  inline('formatNumber', '{{formatNumber 1234.5 locale="de"}}', 'the number as the locale writes it'),
  inline('formatCurrency', '{{formatCurrency 1234.5 currency="EUR" locale="de"}}', 'the amount'),
  inline('formatDate', '{{formatDate "2026-11-20" dateStyle="long"}}', 'the date, and the time by timeStyle'),
  inline('upper', '{{upper "abc"}}', 'the text in capitals'),
  inline('lower', '{{lower "ABC"}}', 'the text in small letters'),
  inline('json', '{{{json data}}}', 'JSON that is safe inside a script'),
  inline('cssString', 'content: {{cssString title}}', 'a quoted CSS string'),
  inline('markdown', '{{markdown text}}', 'safe HTML of Markdown'),
  inline('qrCode', '{{qrCode url size=30 level="M"}}', 'an SVG; size in mm, level L, M, Q or H'),
  inline('asset', '<img src="{{asset "logo.png"}}">', 'the address of a picture or font of the account'),
  inline('barcode', '{{barcode sku type="code128" width=60 height=15}}', 'an SVG, at most so many mm large'),
]

function inline(name: string, example: string, gives: string): HelperDescription {
  return { name, example, gives, isBlock: false }
}

function block(name: string, example: string, gives: string): HelperDescription {
  return { name, example, gives, isBlock: true }
}
