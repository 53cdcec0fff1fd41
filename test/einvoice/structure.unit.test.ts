import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  checkStructure,
  completeInvoice,
  invoiceSchema,
  validateInvoice,
} from '../../packages/einvoice/src/index.ts'
import { fullInvoice, germanInvoice } from './samples.ts'

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(invoiceSchema())

describe('the structure of an invoice', () => {
  it('accepts the samples, as the JSON Schema does', () => {
    for (const invoice of [{}, germanInvoice(), fullInvoice(), completeInvoice(fullInvoice())]) {
      assert.deepEqual(checkStructure(invoice), [])
      assert.equal(validate(invoice), true, JSON.stringify(validate.errors))
    }
  })

  const wrong: Record<string, [unknown, string, string]> = {
    'a list that is an object': [{ lines: {} }, 'PLATEN-TYPE', 'invoice.lines'],
    'a group that is a text': [{ seller: 'Muster GmbH' }, 'PLATEN-TYPE', 'invoice.seller'],
    'null in a list': [{ lines: [null] }, 'PLATEN-TYPE', 'invoice.lines[0]'],
    'a text that is a number': [{ number: 42 }, 'PLATEN-TYPE', 'invoice.number'],
    'an unknown field': [{ seller: { nmae: 'x' } }, 'PLATEN-FIELD', 'invoice.seller.nmae'],
    'an amount with a comma': [{ totals: { netTotal: '1,00' } }, 'PLATEN-DECIMAL', 'invoice.totals.netTotal'],
    'an amount with an exponent': [
      { totals: { netTotal: '1e3' } },
      'PLATEN-DECIMAL',
      'invoice.totals.netTotal',
    ],
    'a date of another format': [{ issueDate: '31.12.2026' }, 'PLATEN-TYPE', 'invoice.issueDate'],
  }
  for (const [name, [invoice, rule, path]] of Object.entries(wrong))
    it(`refuses ${name}, as the JSON Schema does`, () => {
      assert.deepEqual(
        checkStructure(invoice).map((violation) => [violation.rule, violation.path]),
        [[rule, path]],
      )
      assert.equal(validate(invoice), false)
    })

  it('refuses a date that does not exist, a control character and too many items', () => {
    const pathOf = (invoice: unknown) => checkStructure(invoice).map(({ path }) => path)
    assert.deepEqual(pathOf({ dueDate: '2026-02-29' }), ['invoice.dueDate'])
    assert.deepEqual(pathOf({ number: 'a\u0000' }), ['invoice.number'])
    assert.deepEqual(pathOf({ notes: Array.from({ length: 10_001 }, () => ({})) }), ['invoice.notes'])
    assert.deepEqual(pathOf([]), ['invoice'])
  })

  it('limits the number of violations', () => {
    const invoice = { notes: Array.from({ length: 1_000 }, () => ({ a: 1 })) }
    assert.equal(checkStructure(invoice).length, 100)
  })

  it('is checked before the rules', () => {
    const invoice = { ...completeInvoice(germanInvoice()), number: 5 } as unknown as ReturnType<
      typeof germanInvoice
    >
    assert.deepEqual(
      validateInvoice(invoice, { format: 'xrechnung-cii' }).map(({ rule }) => rule),
      ['PLATEN-TYPE'],
    )
  })

  it('documents each field with its business term', () => {
    const text = JSON.stringify(invoiceSchema())
    for (const term of ['BT-1', 'BT-31', 'BT-131', 'BG-25', 'BT-163'])
      assert.ok(text.includes(`(${term})`), term)
  })
})
