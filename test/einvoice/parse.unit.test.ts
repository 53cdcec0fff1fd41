import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readInvoice, XmlError } from '../../packages/einvoice/src/index.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'

describe('reading XML', () => {
  it('uses namespaces, not prefixes', () => {
    const { invoice } = readInvoice(`<x:Invoice xmlns:x="${UBL}" xmlns="${CBC}"><ID>R-1</ID></x:Invoice>`)
    assert.equal(invoice.number, 'R-1')
    const other = readInvoice(`<Invoice xmlns="${UBL}"><ID>R-1</ID></Invoice>`)
    assert.equal(other.invoice.number, undefined)
  })

  it('uses the namespaces of the element around, and joins the text of an element', () => {
    const xml = `<Invoice xmlns="${UBL}"><ID xmlns="${CBC}">R<!-- no -->-<![CDATA[<1>]]>&amp;&#x32;</ID><ID>no</ID></Invoice>`
    const { invoice, ignored } = readInvoice(xml)
    assert.equal(invoice.number, 'R-<1>&2')
    assert.deepEqual(ignored, ['ubl:ID'])
  })

  it('reads line breaks of Windows and of old Macs as line feeds, and keeps those of references', () => {
    const xml = `<Invoice xmlns="${UBL}" xmlns:b="${CBC}"><b:Note>1\r\n2\r3&#13;&#10;4</b:Note></Invoice>`
    assert.equal(readInvoice(xml).invoice.notes?.[0]?.text, '1\n2\n3\r\n4')
  })

  for (const name of ['constructor', '__proto__', 'toString'])
    it(`reads ${name} as the name of an element, an attribute, a prefix and a namespace`, () => {
      const xml = `<Invoice xmlns="${UBL}" ${name}="1"><${name} ${name}="2">3</${name}>
        <${name}:a xmlns:${name}="urn:x">4</${name}:a><a xmlns="${name}">5</a></Invoice>`
      const { ignored, violations } = readInvoice(xml)
      assert.deepEqual(ignored, [`ubl:${name}`, '{urn:x}a', `{${name}}a`])
      const paths = violations.filter(({ rule }) => rule === 'PLATEN-SCHEMA').map(({ path }) => path)
      for (const path of ignored) assert.ok(paths.includes(path), path)
    })

  it('lists elements that the model does not have', () => {
    const xml = `<Invoice xmlns="${UBL}" xmlns:cbc="${CBC}"><cbc:ID>1</cbc:ID><cbc:UUID>2</cbc:UUID><cbc:ID>3</cbc:ID></Invoice>`
    const { ignored, violations } = readInvoice(xml)
    assert.deepEqual(ignored, ['cbc:UUID', 'cbc:ID'])
    assert.ok(violations.some(({ rule, path }) => rule === 'PLATEN-REPEATED' && path === 'cbc:ID'))
  })

  const refused: Record<string, [string, RegExp]> = {
    'a document type': [`<!DOCTYPE a [<!ENTITY e "x">]><Invoice xmlns="${UBL}"/>`, /document type/],
    'an unknown entity': [`<Invoice xmlns="${UBL}">&e;</Invoice>`, /not well-formed/],
    'an element that is not closed beside a document type in a text': [
      `<Invoice xmlns="${UBL}"><![CDATA[<!DOCTYPE html>]]>`,
      /not well-formed/,
    ],
    'an element that is not closed': [`<Invoice xmlns="${UBL}">`, /not well-formed/],
    'another document': ['<html/>', /begins with <html>/],
    'an empty text': ['', /not well-formed|no element/],
    'deep elements': [
      `<Invoice xmlns="${UBL}">${'<a>'.repeat(50)}${'</a>'.repeat(50)}</Invoice>`,
      /levels deep/,
    ],
    'elements that are deeper than the stack of the parser': [
      `<Invoice xmlns="${UBL}">${'<a>'.repeat(100_000)}`,
      /levels deep/,
    ],
    'many elements': [
      `<Invoice xmlns="${UBL}">${'<a/>'.repeat(500_000)}</Invoice>`,
      /more than 500000 elements/,
    ],
    'many processing instructions': [
      `<Invoice xmlns="${UBL}">${'<?a?>'.repeat(500_000)}</Invoice>`,
      /more than 500000 elements and processing instructions/,
    ],
    'a long namespace': [
      `<Invoice xmlns="${UBL}" xmlns:x="${'x'.repeat(1_001)}"/>`,
      /namespace with more than 1000 characters/,
    ],
    'a name with two colons': [
      `<Invoice xmlns="${UBL}" xmlns:x="urn:x"><x:a:b/></Invoice>`,
      /wrong name x:a:b/,
    ],
    'another encoding': [
      `<?xml version="1.0" encoding="ISO-8859-1"?><Invoice xmlns="${UBL}"/>`,
      /encoding ISO-8859-1/,
    ],
    'a prefix that is not declared': [`<x:Invoice xmlns="${UBL}"/>`, /prefix of x:Invoice is not declared/],
    'an attribute with a prefix that is not declared': [
      `<Invoice xmlns="${UBL}" x:a="1"/>`,
      /prefix of x:a is not declared/,
    ],
    'a prefix outside the element that declares it': [
      `<Invoice xmlns="${UBL}"><a xmlns:x="urn:x"/><x:b/></Invoice>`,
      /prefix of x:b is not declared/,
    ],
    'a prefix without a namespace': [`<Invoice xmlns="${UBL}" xmlns:x=""/>`, /wrong declaration xmlns:x/],
    'another namespace for the prefix xml': [
      `<Invoice xmlns="${UBL}" xmlns:xml="urn:x"/>`,
      /wrong declaration xmlns:xml/,
    ],
    'two attributes with the same name in a namespace': [
      `<Invoice xmlns="${UBL}" xmlns:x="urn:x" xmlns:y="urn:x" x:a="1" y:a="2"/>`,
      /same attribute twice/,
    ],
    'many attributes': [
      `<Invoice xmlns="${UBL}" ${Array.from({ length: 60 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
      /more than 50 attributes/,
    ],
    'a long name': [`<${'a'.repeat(300)}/>`, /more than 200 characters/],
  }
  for (const [name, [xml, message]] of Object.entries(refused))
    it(`refuses ${name}`, () => {
      assert.throws(
        () => readInvoice(xml),
        (error: Error) => error instanceof XmlError && message.test(error.message),
      )
    })
})
