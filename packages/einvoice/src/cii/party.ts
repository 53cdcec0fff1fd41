import type { Address, Buyer, Identifier, Invoice, Seller } from '../model/invoice.ts'
import { attribute, type Codec, content, group, inline, leaf, list, wrap } from '../xml/codec.ts'
import type { Element } from '../xml/element.ts'
import { tagged } from '../xml/encodings.ts'

type Payee = NonNullable<Invoice['payee']>
type TaxRepresentative = NonNullable<Invoice['taxRepresentative']>
type Contact = NonNullable<Seller['contact']>

const schemeValue: Codec<Identifier>[] = [content('id'), attribute('schemeID', 'scheme')]

/** Postal address. */
export const address: Codec<Address>[] = [
  leaf('ram:PostcodeCode', 'postCode'),
  leaf('ram:LineOne', 'line1'),
  leaf('ram:LineTwo', 'line2'),
  leaf('ram:LineThree', 'line3'),
  leaf('ram:CityName', 'city'),
  leaf('ram:CountryID', 'country'),
  leaf('ram:CountrySubDivisionName', 'subdivision'),
]

const contact: Codec<Contact>[] = [
  leaf('ram:PersonName', 'name'),
  // The department of Factur-X is the contact point if no person is named.
  readOnly(leaf('ram:DepartmentName', 'name')),
  wrap('ram:TelephoneUniversalCommunication', [leaf('ram:CompleteNumber', 'phone')]),
  wrap('ram:EmailURIUniversalCommunication', [leaf('ram:URIID', 'email')]),
]

/** Returns a codec that reads an element and does not write it. */
function readOnly<M>(codec: Codec<M>): Codec<M> {
  return {
    write() {},
    read(parent, model, context) {
      codec.read(parent, model, { ...context, repeated: new Set() })
    },
  }
}

/** Creates the codec of an identifier: `GlobalID` with a scheme, `ID` without one. */
export function identifier<M extends { id?: string; scheme?: string }>(): Codec<M> {
  return {
    write(model, parent, context) {
      const name = model.scheme === undefined ? 'ram:ID' : 'ram:GlobalID'
      group<{ id: Identifier }, 'id'>(name, 'id', schemeValue).write({ id: model }, parent, context)
    },
    read(parent, model, context) {
      const holder: { id?: Identifier } = {}
      for (const name of ['ram:GlobalID', 'ram:ID'])
        if (holder.id?.id === undefined)
          group<{ id?: Identifier }, 'id'>(name, 'id', schemeValue).read(parent, holder, context)
      Object.assign(model, holder.id)
    },
  }
}

/** Identifiers of the seller: those without scheme first, as the schema requires. */
const sellerIdentifiers: Codec<Seller> = {
  write(model, parent, context) {
    const identifiers = model.identifiers ?? []
    const ordered = [
      ...identifiers.filter(({ scheme }) => scheme === undefined),
      ...identifiers.filter(({ scheme }) => scheme !== undefined && scheme !== 'SEPA'),
    ]
    for (const item of ordered) identifier<Identifier>().write(item, parent, context)
  },
  read(parent, model, context) {
    list<Seller, 'identifiers'>('ram:ID', 'identifiers', schemeValue).read(parent, model, context)
    list<Seller, 'identifiers'>('ram:GlobalID', 'identifiers', schemeValue).read(parent, model, context)
  },
}

const registration = <M extends { vatIdentifier?: string }>(): Codec<M> =>
  wrap<M>('ram:SpecifiedTaxRegistration', [
    leaf('ram:ID', 'vatIdentifier' as never, tagged('schemeID', 'VA')),
  ])

const electronicAddress = <M extends { electronicAddress?: Identifier }>(): Codec<M> =>
  wrap('ram:URIUniversalCommunication', [
    group<M, never>('ram:URIID', 'electronicAddress' as never, schemeValue as never),
  ])

const legalOrganization = <M extends { legalRegistration?: Identifier; tradingName?: string }>(): Codec<M> =>
  wrap('ram:SpecifiedLegalOrganization', [
    group<M, never>('ram:ID', 'legalRegistration' as never, schemeValue as never),
    leaf<M>('ram:TradingBusinessName', 'tradingName' as never),
  ])

/** Seller. */
export const seller: Codec<Seller>[] = [
  sellerIdentifiers,
  leaf('ram:Name', 'name'),
  leaf('ram:Description', 'legalInformation'),
  legalOrganization(),
  group('ram:DefinedTradeContact', 'contact', contact),
  group('ram:PostalTradeAddress', 'address', address),
  electronicAddress(),
  registration(),
  wrap('ram:SpecifiedTaxRegistration', [leaf('ram:ID', 'taxRegistration', tagged('schemeID', 'FC'))]),
]

/** Buyer. */
export const buyer: Codec<Buyer>[] = [
  inline('identifier', [identifier()]),
  leaf('ram:Name', 'name'),
  legalOrganization(),
  group('ram:DefinedTradeContact', 'contact', contact),
  group('ram:PostalTradeAddress', 'address', address),
  electronicAddress(),
  registration(),
]

/** Payee. */
export const payee: Codec<Payee>[] = [
  inline('identifier', [identifier()]),
  leaf('ram:Name', 'name'),
  wrap('ram:SpecifiedLegalOrganization', [group('ram:ID', 'legalRegistration', schemeValue)]),
]

/** Tax representative. */
export const taxRepresentative: Codec<TaxRepresentative>[] = [
  leaf('ram:Name', 'name'),
  group('ram:PostalTradeAddress', 'address', address),
  registration(),
]

/** Returns whether an element has a child with a text. */
export const hasText =
  (name: string, ...texts: string[]) =>
  (element: Element): boolean =>
    element.children.some((child) => child.name === name && texts.includes(child.text.trim()))
