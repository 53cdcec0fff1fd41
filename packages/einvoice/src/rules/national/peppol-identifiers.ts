import type { Identifier, Invoice } from '../../model/invoice.ts'
import type { Rule } from '../rule.ts'
import {
  isAustralianNumber,
  isBelgianNumber,
  isDanishNumber,
  isGln,
  isNorwegianNumber,
  isSwedishNumber,
} from './check-digits.ts'

/** Formats of identifiers, by their scheme. */
const FORMATS: readonly { id: string; scheme: string; name: string; isValid: (id: string) => boolean }[] = [
  { id: 'PEPPOL-COMMON-R040', scheme: '0088', name: 'GLN', isValid: isGln },
  {
    id: 'PEPPOL-COMMON-R041',
    scheme: '0192',
    name: 'Norwegian organization number',
    isValid: isNorwegianNumber,
  },
  { id: 'PEPPOL-COMMON-R042', scheme: '0184', name: 'Danish CVR number', isValid: isDanishNumber },
  {
    id: 'PEPPOL-COMMON-R043',
    scheme: '0208',
    name: 'Belgian enterprise number',
    isValid: isBelgianNumber,
  },
  {
    id: 'PEPPOL-COMMON-R049',
    scheme: '0007',
    name: 'Swedish organization number',
    isValid: isSwedishNumber,
  },
  {
    id: 'PEPPOL-COMMON-R050',
    scheme: '0151',
    name: 'Australian business number',
    isValid: isAustralianNumber,
  },
]

/** Rules of Peppol about the format and the check digits of identifiers. */
export const peppolIdentifiers: readonly Rule[] = FORMATS.map(({ id, scheme, name, isValid }) => ({
  id,
  term: 'BT-34',
  *check({ invoice }) {
    for (const [path, identifier] of identifiersOf(invoice)) {
      const value = identifier?.id?.trim()
      if (identifier?.scheme === scheme && value !== undefined && !isValid(value))
        yield {
          path: `${path}.id`,
          message: `is ${JSON.stringify(value.slice(0, 100))}, which is not a valid ${name} (scheme ${scheme}).`,
        }
    }
  },
}))

function identifiersOf({ seller, buyer, payee, delivery }: Invoice): [string, Identifier | undefined][] {
  return [
    ['seller.electronicAddress', seller?.electronicAddress],
    ['seller.legalRegistration', seller?.legalRegistration],
    ...(seller?.identifiers ?? []).map((identifier, index): [string, Identifier] => [
      `seller.identifiers[${index}]`,
      identifier,
    ]),
    ['buyer.electronicAddress', buyer?.electronicAddress],
    ['buyer.legalRegistration', buyer?.legalRegistration],
    ['buyer.identifier', buyer?.identifier],
    ['payee.identifier', payee?.identifier],
    ['payee.legalRegistration', payee?.legalRegistration],
    ['delivery.location', delivery?.location],
  ]
}
