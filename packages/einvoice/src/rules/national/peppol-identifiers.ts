import { codes } from '../../codes/codes.ts'
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

/** Schemes of electronic addresses in Peppol. */
const SCHEMES = codes(`
  0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184
  0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211
  0212 0213 0215 0216 0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923
  9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943
  9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959
`)

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

/** Rule of Peppol about the schemes of electronic addresses: it has fewer than EN 16931. */
const addressSchemes: Rule = {
  id: 'PEPPOL-EN16931-CL008',
  term: 'BT-34',
  *check({ invoice: { seller, buyer } }) {
    for (const [party, address] of [
      ['seller', seller?.electronicAddress],
      ['buyer', buyer?.electronicAddress],
    ] as const)
      if (address?.scheme !== undefined && !SCHEMES.has(address.scheme))
        yield {
          path: `${party}.electronicAddress.scheme`,
          term: party === 'seller' ? 'BT-34' : 'BT-49',
          message: `is ${address.scheme}, which Peppol does not have. Use a scheme of its participant identifiers, such as 9930 for a German VAT identifier.`,
        }
  },
}

/** Rules of Peppol about the schemes, the format and the check digits of identifiers. */
export const peppolIdentifiers: readonly Rule[] = [addressSchemes, ...checkDigitRules()]

function checkDigitRules(): Rule[] {
  return FORMATS.map(({ id, scheme, name, isValid }) => ({
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
}

function identifiersOf({ seller, buyer, payee }: Invoice): [string, Identifier | undefined][] {
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
  ]
}
