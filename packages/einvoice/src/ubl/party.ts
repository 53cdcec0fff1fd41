import type { Address, Buyer, Identifier, Invoice, Seller } from '../model/invoice.ts'
import { attribute, type Codec, content, group, leaf, list, wrap } from '../xml/codec.ts'
import { childOf, type Element, textAt } from '../xml/element.ts'

type Contact = NonNullable<Seller['contact']>
type Payee = NonNullable<Invoice['payee']>
type TaxRepresentative = NonNullable<Invoice['taxRepresentative']>

/** Codec of an identifier with its scheme as an attribute. */
export const schemeValue: Codec<Identifier>[] = [content('id'), attribute('schemeID', 'scheme')]

/** Postal address. */
export const address: Codec<Address>[] = [
  leaf('cbc:StreetName', 'line1'),
  leaf('cbc:AdditionalStreetName', 'line2'),
  leaf('cbc:CityName', 'city'),
  leaf('cbc:PostalZone', 'postCode'),
  leaf('cbc:CountrySubentity', 'subdivision'),
  wrap('cac:AddressLine', [leaf('cbc:Line', 'line3')]),
  wrap('cac:Country', [leaf('cbc:IdentificationCode', 'country')]),
]

const contact: Codec<Contact>[] = [
  leaf('cbc:Name', 'name'),
  leaf('cbc:Telephone', 'phone'),
  leaf('cbc:ElectronicMail', 'email'),
]

const scheme = (element: Element) => textAt(element, 'cac:TaxScheme', 'cbc:ID')?.toUpperCase()
const isVat = (element: Element) => scheme(element) === 'VAT'

const vat = <M extends { vatIdentifier?: string }>(): Codec<M> =>
  wrap<M>('cac:PartyTaxScheme', [leaf('cbc:CompanyID', 'vatIdentifier' as never), taxScheme('VAT')], {
    when: isVat,
  })

/** Codec of the element `TaxScheme`, which is written beside data. */
export function taxScheme<M>(id: string): Codec<M> {
  return {
    write(_, parent) {
      const child: Element = { name: 'cbc:ID', attributes: {}, children: [], text: id }
      parent.children.push({
        name: 'cac:TaxScheme',
        attributes: {},
        children: [child],
        text: '',
        isFiller: true,
      })
    },
    read(parent, _, context) {
      const element = childOf(parent, 'cac:TaxScheme')
      if (element) for (const each of [element, ...element.children]) context.visited.add(each)
    },
  }
}

const electronicAddress = <M extends { electronicAddress?: Identifier }>(): Codec<M> =>
  group<M, never>('cbc:EndpointID', 'electronicAddress' as never, schemeValue)

const legalEntity = (isSeller: boolean): Codec<Seller> =>
  wrap('cac:PartyLegalEntity', [
    leaf('cbc:RegistrationName', 'name'),
    group('cbc:CompanyID', 'legalRegistration', schemeValue),
    ...(isSeller ? [leaf<Seller>('cbc:CompanyLegalForm', 'legalInformation')] : []),
  ])

const isSepa = (element: Element) => childOf(element, 'cbc:ID')?.attributes['schemeID'] === 'SEPA'

/** Codec of an element with one identifier. */
const identification: Codec<Identifier> = {
  write(model, parent, context) {
    group<{ id?: Identifier }, 'id'>('cbc:ID', 'id', schemeValue).write({ id: model }, parent, context)
  },
  read(parent, model, context) {
    const holder: { id?: Identifier } = {}
    group<{ id?: Identifier }, 'id'>('cbc:ID', 'id', schemeValue).read(parent, holder, context)
    Object.assign(model, holder.id)
  },
}

const ID = 'cac:PartyIdentification'
const isNotSepa = { when: (element: Element) => !isSepa(element) }

/** Seller, without the identifier of the creditor. */
export const seller: Codec<Seller>[] = [
  electronicAddress(),
  list<Seller, 'identifiers'>(ID, 'identifiers', [identification], isNotSepa),
  wrap('cac:PartyName', [leaf('cbc:Name', 'tradingName')]),
  group('cac:PostalAddress', 'address', address),
  vat(),
  wrap('cac:PartyTaxScheme', [leaf('cbc:CompanyID', 'taxRegistration'), taxScheme('FC')], {
    when: (element) => !isVat(element),
  }),
  legalEntity(true),
  group('cac:Contact', 'contact', contact),
]

/** Buyer. */
export const buyer: Codec<Buyer>[] = [
  electronicAddress(),
  group<Buyer, 'identifier'>(ID, 'identifier', [identification]),
  wrap('cac:PartyName', [leaf('cbc:Name', 'tradingName')]),
  group('cac:PostalAddress', 'address', address),
  vat(),
  legalEntity(false),
  group('cac:Contact', 'contact', contact),
]

/** Payee, without the identifier of the creditor. */
export const payee: Codec<Payee>[] = [
  group<Payee, 'identifier'>(ID, 'identifier', [identification], isNotSepa),
  wrap('cac:PartyName', [leaf('cbc:Name', 'name')]),
  wrap('cac:PartyLegalEntity', [group('cbc:CompanyID', 'legalRegistration', schemeValue)]),
]

/** Tax representative. */
export const taxRepresentative: Codec<TaxRepresentative>[] = [
  wrap('cac:PartyName', [leaf('cbc:Name', 'name')]),
  group('cac:PostalAddress', 'address', address),
  vat(),
]

type Delivery = NonNullable<Invoice['delivery']>

/** Delivery. */
export const delivery: Codec<Delivery>[] = [
  leaf('cbc:ActualDeliveryDate', 'date'),
  wrap('cac:DeliveryLocation', [
    group('cbc:ID', 'location', schemeValue),
    group('cac:Address', 'address', address),
  ]),
  wrap('cac:DeliveryParty', [wrap('cac:PartyName', [leaf('cbc:Name', 'name')])]),
]
