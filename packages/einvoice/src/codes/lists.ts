import { creditNoteTypes, invoiceTypes, noteSubjects } from './documents.ts'
import { countries, electronicAddressSchemes, identifierSchemes } from './parties.ts'
import { allowanceReasons, chargeReasons, currencies, paymentMeans } from './payment.ts'
import { classificationSchemes, referenceQualifiers } from './references.ts'
import { exemptionReasons, vatCategories } from './tax.ts'
import { units } from './units.ts'

/** Code lists of the model, with the name that messages use. */
export const CODE_LISTS = {
  documentTypes: { title: 'UNTDID 1001', codes: new Set([...invoiceTypes, ...creditNoteTypes]) },
  noteSubjects: { title: 'UNTDID 4451', codes: noteSubjects },
  currencies: { title: 'ISO 4217', codes: currencies },
  vatPointDateCodes: { title: 'UNTDID 2005: 3, 35 or 432', codes: new Set(['3', '35', '432']) },
  referenceQualifiers: { title: 'UNTDID 1153', codes: referenceQualifiers },
  identifierSchemes: { title: 'ISO 6523 ICD', codes: identifierSchemes },
  partySchemes: { title: 'ISO 6523 ICD', codes: new Set([...identifierSchemes, 'SEPA']) },
  electronicAddressSchemes: { title: 'EAS', codes: electronicAddressSchemes },
  classificationSchemes: { title: 'UNTDID 7143', codes: classificationSchemes },
  countries: { title: 'ISO 3166-1', codes: countries },
  paymentMeans: { title: 'UNTDID 4461', codes: paymentMeans },
  vatCategories: { title: 'UNTDID 5305', codes: vatCategories },
  allowanceReasons: { title: 'UNTDID 5189', codes: allowanceReasons },
  chargeReasons: { title: 'UNTDID 7161', codes: chargeReasons },
  exemptionReasons: { title: 'VATEX', codes: exemptionReasons },
  units: { title: 'UN/ECE Recommendation 20', codes: units },
  mimeTypes: {
    title: 'media types of EN 16931',
    codes: new Set([
      'application/pdf',
      'image/png',
      'image/jpeg',
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.oasis.opendocument.spreadsheet',
    ]),
  },
} as const

/** Name of a code list. */
export type CodeListName = keyof typeof CODE_LISTS
