import { Failure } from '../../base/failure.ts'

/** Invoice of the JSON model. */
export type Invoice = Record<string, unknown>

/**
 * Parses the JSON of an invoice, or sample data of a template with an invoice as `einvoice`.
 * @throws {Failure} for a text that is not a JSON object.
 */
export function parseInvoice(text: string): Invoice {
  const data = parseObject(text)
  const { einvoice } = data
  return isObject(einvoice) ? einvoice : data
}

function parseObject(text: string): Invoice {
  try {
    const data: unknown = JSON.parse(text)
    if (isObject(data)) return data
  } catch {
    // Reported below.
  }
  throw new Failure(0, 'The text is not valid JSON. Check it for missing quotes, commas and brackets.')
}

function isObject(value: unknown): value is Invoice {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
