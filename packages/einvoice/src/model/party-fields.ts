import type { CodeListName } from '../codes/lists.ts'
import { code, group, list, text } from './fields.ts'

/** Creates a group with an identifier and its scheme. */
export const identifier = (term: string, title: string, schemes: CodeListName, rule: string) =>
  group(term, title, {
    id: text(term, title),
    scheme: code(`${term}-1`, `scheme of the ${title}`, schemes, rule),
  })

/** Creates an address from the numbers of its business terms, in the order of the fields. */
function address(
  group_: string,
  title: string,
  terms: readonly [number, number, number, number, number, number, number],
) {
  const [line1, line2, line3, city, postCode, subdivision, country] = terms
  return group(group_, title, {
    line1: text(`BT-${line1}`, `first line of the ${title}`),
    line2: text(`BT-${line2}`, `second line of the ${title}`),
    line3: text(`BT-${line3}`, `third line of the ${title}`),
    city: text(`BT-${city}`, `city of the ${title}`),
    postCode: text(`BT-${postCode}`, `post code of the ${title}`),
    subdivision: text(`BT-${subdivision}`, `region of the ${title}`),
    country: code(`BT-${country}`, `country code of the ${title}`, 'countries', 'BR-CL-14'),
  })
}

/** Creates a contact from the numbers of its business terms. */
function contact(group_: string, title: string, terms: readonly [number, number, number]) {
  const [name, phone, email] = terms
  return group(group_, title, {
    name: text(`BT-${name}`, `name of the ${title}`),
    phone: text(`BT-${phone}`, `telephone number of the ${title}`),
    email: text(`BT-${email}`, `email address of the ${title}`),
  })
}

/** Seller (BG-4). */
export const seller = group('BG-4', 'seller', {
  name: text('BT-27', 'seller name'),
  tradingName: text('BT-28', 'seller trading name'),
  identifiers: list(identifier('BT-29', 'seller identifier', 'partySchemes', 'BR-CL-10')),
  legalRegistration: identifier(
    'BT-30',
    'seller legal registration identifier',
    'identifierSchemes',
    'BR-CL-11',
  ),
  vatIdentifier: text('BT-31', 'seller VAT identifier'),
  taxRegistration: text('BT-32', 'seller tax registration identifier'),
  legalInformation: text('BT-33', 'seller additional legal information'),
  electronicAddress: identifier('BT-34', 'seller electronic address', 'electronicAddressSchemes', 'BR-CL-25'),
  address: address('BG-5', 'seller address', [35, 36, 162, 37, 38, 39, 40]),
  contact: contact('BG-6', 'seller contact', [41, 42, 43]),
})

/** Buyer (BG-7). */
export const buyer = group('BG-7', 'buyer', {
  name: text('BT-44', 'buyer name'),
  tradingName: text('BT-45', 'buyer trading name'),
  identifier: identifier('BT-46', 'buyer identifier', 'partySchemes', 'BR-CL-10'),
  legalRegistration: identifier(
    'BT-47',
    'buyer legal registration identifier',
    'identifierSchemes',
    'BR-CL-11',
  ),
  vatIdentifier: text('BT-48', 'buyer VAT identifier'),
  electronicAddress: identifier('BT-49', 'buyer electronic address', 'electronicAddressSchemes', 'BR-CL-25'),
  address: address('BG-8', 'buyer address', [50, 51, 163, 52, 53, 54, 55]),
  contact: contact('BG-9', 'buyer contact', [56, 57, 58]),
})

/** Payee (BG-10), if it differs from the seller. */
export const payee = group('BG-10', 'payee', {
  name: text('BT-59', 'payee name'),
  identifier: identifier('BT-60', 'payee identifier', 'partySchemes', 'BR-CL-10'),
  legalRegistration: identifier(
    'BT-61',
    'payee legal registration identifier',
    'identifierSchemes',
    'BR-CL-11',
  ),
})

/** Tax representative of the seller (BG-11). */
export const taxRepresentative = group('BG-11', 'tax representative', {
  name: text('BT-62', 'tax representative name'),
  vatIdentifier: text('BT-63', 'tax representative VAT identifier'),
  address: address('BG-12', 'tax representative address', [64, 65, 164, 66, 67, 68, 69]),
})

/** Delivery (BG-13). */
export const deliveryAddress = address('BG-15', 'delivery address', [75, 76, 165, 77, 78, 79, 80])
