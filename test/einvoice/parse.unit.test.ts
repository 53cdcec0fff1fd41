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

  it('lists elements that the model does not have', () => {
    const xml = `<Invoice xmlns="${UBL}" xmlns:cbc="${CBC}"><cbc:ID>1</cbc:ID><cbc:UUID>2</cbc:UUID><cbc:ID>3</cbc:ID></Invoice>`
    const { ignored, violations } = readInvoice(xml)
    assert.deepEqual(ignored, ['cbc:UUID', 'cbc:ID'])
    assert.ok(violations.some(({ rule, path }) => rule === 'PLATEN-REPEATED' && path === 'cbc:ID'))
  })

  const refused: Record<string, [string, RegExp]> = {
    'a document type': [`<!DOCTYPE a [<!ENTITY e "x">]><Invoice xmlns="${UBL}"/>`, /document type/],
    'an unknown entity': [`<Invoice xmlns="${UBL}">&e;</Invoice>`, /not well-formed/],
    'an element that is not closed': [`<Invoice xmlns="${UBL}">`, /not well-formed/],
    'another document': ['<html/>', /begins with <html>/],
    'an empty text': ['', /not well-formed|no element/],
    'deep elements': [
      `<Invoice xmlns="${UBL}">${'<a>'.repeat(50)}${'</a>'.repeat(50)}</Invoice>`,
      /levels deep/,
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
