import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compile } from '../../packages/renderer/src/fill/handlebars.ts'
import { HELPER_DESCRIPTIONS } from '../../packages/template/src/helper-descriptions.ts'

const HELPER_NAMES = HELPER_DESCRIPTIONS.map(({ name }) => name)
/** Names with a meaning in Handlebars that are not helpers here. */
const OTHER_NAMES = ['log']
const PLAIN_NAME = 'plainField'
/** Without an argument these are errors where the data has no such field, as in Handlebars. */
const MISSING_IS_ERROR = ['each', 'if', 'lookup', 'unless', 'with']

/** Templates that use a field called NAME, without arguments, in every way that Handlebars has. */
const USES = [
  '[{{NAME}}] [{{{NAME}}}] [{{&NAME}}] [{{this.NAME}}] [{{./NAME}}] [{{NAME.inner}}] [{{[NAME]}}]',
  '{{#NAME}}<{{this}}>{{else}}none{{/NAME}}',
  '{{^NAME}}none{{/NAME}}',
  '{{#if NAME}}yes{{else}}no{{/if}} {{#unless NAME}}no{{/unless}}',
  '{{#if other}}{{else if NAME}}yes{{else}}no{{/if}}',
  '{{#with NAME}}<{{this}}>{{else}}none{{/with}}',
  '{{#each NAME}}<{{this}}>{{else}}none{{/each}}',
  '{{#with outer}}[{{NAME}}] [{{../NAME}}]{{/with}}',
  '{{#each list}}[{{NAME}}] {{#NAME}}<{{this}}>{{/NAME}}{{/each}}',
  '{{#each list as |NAME|}}[{{NAME}}]{{/each}}',
  '[{{lookup this "NAME"}}] [{{lookup NAME "inner"}}] [{{default NAME "none"}}]',
  '{{#*inline "part"}}[{{NAME}}]{{/inline}}{{> part}} {{> part NAME="given"}} {{> part outer}}',
]
/** The same in parentheses, which Handlebars allows for helpers only. */
const USES_IN_PARENTHESES = [
  '{{#if (NAME)}}yes{{else}}no{{/if}} {{#with (NAME)}}<{{this}}>{{/with}} {{#each (NAME)}}<{{this}}>{{/each}}',
  '[{{lookup (NAME) "inner"}}] [{{default (NAME) "none"}}]',
]

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('1234.56', '', '<b>', 0),
  fc.array(
    fc.oneof(fc.string(), fc.integer(), fc.record({ inner: fc.string() }, { noNullPrototype: true })),
    { maxLength: 3 },
  ),
  fc.record({ inner: fc.oneof(fc.string(), fc.integer()) }, { noNullPrototype: true }),
)
const fields = fc.record({ own: value, outer: value, inList: value }, { requiredKeys: [] })

/** Compiles a template. The result fills it, with the values as fields called `name` at three levels of the data. */
function compileFor(name: string, use: string) {
  const template = compile(use.replaceAll('NAME', name))
  return (values: Record<string, unknown>) =>
    template.fill(dataWith(name, values), { isPreview: false, region: undefined })
}

function dataWith(name: string, { own, outer, inList }: Record<string, unknown>) {
  const field = (content: unknown) => (content === undefined ? {} : { [name]: content })
  return {
    ...field(own),
    outer: { text: 'x', ...field(outer) },
    list: [field(inList), { text: 'y', ...field(inList) }],
  }
}

function assertSame(name: string, use: string, plainUse: string): void {
  const [fill, fillPlain] = [compileFor(name, use), compileFor(PLAIN_NAME, plainUse)]
  const property = fc.property(fields, (values) => {
    const isInAll = values.own !== undefined && values.outer !== undefined && values.inList !== undefined
    fc.pre(isInAll || !MISSING_IS_ERROR.includes(name))
    assert.equal(fill(values), fillPlain(values), `${name} in ${use}`)
  })
  fc.assert(property, { numRuns: 15 })
}

describe('a field with the name of a helper', () => {
  it('prints like a field with any other name in every use without arguments', () => {
    for (const name of [...HELPER_NAMES, ...OTHER_NAMES]) for (const use of USES) assertSame(name, use, use)
  })

  it('prints the same in parentheses', () => {
    for (const name of HELPER_NAMES)
      for (const use of USES_IN_PARENTHESES) assertSame(name, use, use.replaceAll('(NAME)', 'NAME'))
  })

  it('is a helper when it has an argument', () => {
    const fill = (source: string, data: unknown) =>
      compile(source).fill(data, { isPreview: false, region: undefined })
    const data = { sum: '1234.56', list: [1, 2], upper: 'field', eq: 'field' }
    assert.equal(fill('{{sum}} {{sum list}} {{sum list field="x"}}', { ...data, list: [] }), '1234.56 0 0')
    assert.equal(fill('{{upper upper}} {{#if (eq eq "field")}}same{{/if}}', data), 'FIELD same')
    assert.throws(() => fill('{{#if}}x{{/if}}', data), /#if requires exactly one argument/)
    assert.throws(() => fill('{{#each}}x{{/each}}', data), /Must pass iterator to #each/)
  })
})
