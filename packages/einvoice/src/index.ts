export { completeInvoice } from './complete/complete.ts'
export {
  FORMATS,
  PROFILES,
  specificationOf,
  targetOf,
  type Format,
  type Profile,
  type Target,
} from './formats.ts'
export type { Invoice, Line, VatBreakdownEntry } from './model/invoice.ts'
export { invoiceSchema } from './model/schema.ts'
export { checkStructure } from './model/structure.ts'
export { type ReadInvoice, readInvoice, readSpecification } from './read.ts'
export { validateInvoice, type ValidationOptions } from './validate.ts'
export type { Violation } from './violation.ts'
export { writeInvoice } from './write.ts'
export { XmlError } from './xml/xml-error.ts'
