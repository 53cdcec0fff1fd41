import type { Line } from '../model/invoice.ts'
import { quantity } from '../syntax/quantity.ts'
import { attribute, type Codec, content, fixed, group, inline, leaf, list, wrap } from '../xml/codec.ts'
import { textAt } from '../xml/element.ts'
import { isoDate, money } from '../xml/encodings.ts'
import { lineAllowances, lineCharges } from './allowances.ts'
import { schemeValue, taxScheme } from './party.ts'

type Item = NonNullable<Line['item']>
type Price = NonNullable<Line['price']>
type Classification = NonNullable<Item['classifications']>[number]

const classificationCode = group<{ value?: Classification }, 'value'>('cbc:ItemClassificationCode', 'value', [
  content('code'),
  attribute('listID', 'scheme'),
  attribute('listVersionID', 'version'),
])

const classification: Codec<Classification> = {
  write(model, parent, context) {
    classificationCode.write({ value: model }, parent, context)
  },
  read(parent, model, context) {
    const holder: { value?: Classification } = {}
    classificationCode.read(parent, holder, context)
    Object.assign(model, holder.value)
  },
}

const item: Codec<Item>[] = [
  leaf('cbc:Description', 'description'),
  leaf('cbc:Name', 'name'),
  wrap('cac:BuyersItemIdentification', [leaf('cbc:ID', 'buyerIdentifier')]),
  wrap('cac:SellersItemIdentification', [leaf('cbc:ID', 'sellerIdentifier')]),
  wrap('cac:StandardItemIdentification', [group('cbc:ID', 'standardIdentifier', schemeValue)]),
  wrap('cac:OriginCountry', [leaf('cbc:IdentificationCode', 'originCountry')]),
  list<Item, 'classifications'>('cac:CommodityClassification', 'classifications', [classification]),
]

const itemAttributes: Codec<Item> = list<Item, 'attributes'>('cac:AdditionalItemProperty', 'attributes', [
  leaf('cbc:Name', 'name'),
  leaf('cbc:Value', 'value'),
])

/** Item and VAT category of a line: the schema has the category between the fields of the item. */
const itemAndVat: Codec<Line> = wrap('cac:Item', [
  inline<Line, 'item'>('item', item),
  group<Line, 'vat'>('cac:ClassifiedTaxCategory', 'vat', [
    leaf('cbc:ID', 'category'),
    leaf('cbc:Percent', 'rate'),
    taxScheme('VAT'),
  ]),
  inline<Line, 'item'>('item', [itemAttributes]),
])

const price: Codec<Price>[] = [
  leaf('cbc:PriceAmount', 'net', money),
  quantity<Price>('cbc:BaseQuantity', 'baseQuantity', 'baseUnit'),
  {
    write(model, parent, context) {
      // UBL has a gross price only beside a discount.
      const discount = model.discount ?? (model.gross === undefined ? undefined : '0')
      if (discount === undefined) return
      discountElement.write({ ...model, discount }, parent, context)
    },
    read(parent, model, context) {
      discountElement.read(parent, model, context)
      if (model.discount === '0') delete model.discount
    },
  },
]

const discountElement = wrap<Price>('cac:AllowanceCharge', [
  fixed('cbc:ChargeIndicator', 'false'),
  leaf('cbc:Amount', 'discount', money),
  leaf('cbc:BaseAmount', 'gross', money),
])

/** Creates the codecs of a line of an invoice or a credit note. */
export function lineCodecs(quantityName: string): Codec<Line>[] {
  return [
    leaf('cbc:ID', 'id'),
    leaf('cbc:Note', 'note'),
    quantity<Line>(quantityName, 'quantity', 'unit'),
    leaf('cbc:LineExtensionAmount', 'netAmount', money),
    leaf('cbc:AccountingCost', 'accountingReference'),
    group<Line, 'period'>('cac:InvoicePeriod', 'period', [
      leaf('cbc:StartDate', 'start', isoDate),
      leaf('cbc:EndDate', 'end', isoDate),
    ]),
    wrap('cac:OrderLineReference', [leaf('cbc:LineID', 'orderLineReference')]),
    wrap(
      'cac:DocumentReference',
      [group('cbc:ID', 'objectIdentifier', schemeValue), fixed('cbc:DocumentTypeCode', '130')],
      { when: (element) => textAt(element, 'cbc:DocumentTypeCode') === '130' },
    ),
    list<Line, 'allowances'>(lineAllowances[0], 'allowances', lineAllowances[1], lineAllowances[2]),
    list<Line, 'charges'>(lineCharges[0], 'charges', lineCharges[1], lineCharges[2]),
    itemAndVat,
    group('cac:Price', 'price', price),
  ]
}
