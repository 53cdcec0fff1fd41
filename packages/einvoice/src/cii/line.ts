import type { Line } from '../model/invoice.ts'
import {
  attribute,
  type Codec,
  content,
  fixed,
  fixedIn,
  group,
  inline,
  leaf,
  list,
  wrap,
} from '../xml/codec.ts'
import { quantity } from '../syntax/quantity.ts'
import { categoryTax, lineAllowances, lineCharges } from './allowances.ts'
import { dateElement } from './dates.ts'
import { hasText } from './party.ts'

type Item = NonNullable<Line['item']>
type Price = NonNullable<Line['price']>

const item: Codec<Item>[] = [
  group<Item, 'standardIdentifier'>('ram:GlobalID', 'standardIdentifier', [
    content('id'),
    attribute('schemeID', 'scheme'),
  ]),
  leaf('ram:SellerAssignedID', 'sellerIdentifier'),
  leaf('ram:BuyerAssignedID', 'buyerIdentifier'),
  leaf('ram:Name', 'name'),
  leaf('ram:Description', 'description'),
  list<Item, 'attributes'>('ram:ApplicableProductCharacteristic', 'attributes', [
    leaf('ram:Description', 'name'),
    leaf('ram:Value', 'value'),
  ]),
  list<Item, 'classifications'>('ram:DesignatedProductClassification', 'classifications', [
    {
      write: (model, parent, context) => classCode.write({ value: model }, parent, context),
      read(parent, model, context) {
        const holder: { value?: typeof model } = {}
        classCode.read(parent, holder, context)
        Object.assign(model, holder.value)
      },
    },
  ]),
  wrap('ram:OriginTradeCountry', [leaf('ram:ID', 'originCountry')]),
]

type Classification = NonNullable<Item['classifications']>[number]
const classCode = group<{ value?: Classification }, 'value'>('ram:ClassCode', 'value', [
  content('code'),
  attribute('listID', 'scheme'),
  attribute('listVersionID', 'version'),
])

const price: Codec<Price>[] = [
  wrap('ram:GrossPriceProductTradePrice', [
    leaf('ram:ChargeAmount', 'gross'),
    wrap('ram:AppliedTradeAllowanceCharge', [
      fixedIn('ram:ChargeIndicator', 'udt:Indicator', 'false'),
      leaf('ram:ActualAmount', 'discount'),
    ]),
  ]),
  wrap('ram:NetPriceProductTradePrice', [
    leaf('ram:ChargeAmount', 'net'),
    quantity<Price>('ram:BasisQuantity', 'baseQuantity', 'baseUnit'),
  ]),
  // Factur-X may state the base quantity with the gross price only.
  {
    write() {},
    read(parent, model, context) {
      wrap<Price>('ram:GrossPriceProductTradePrice', [
        quantity<Price>('ram:BasisQuantity', 'baseQuantity', 'baseUnit'),
      ]).read(parent, model, context)
    },
  },
]

/** Invoice line. */
export const line: Codec<Line>[] = [
  wrap('ram:AssociatedDocumentLineDocument', [
    leaf('ram:LineID', 'id'),
    wrap('ram:IncludedNote', [leaf('ram:Content', 'note')]),
  ]),
  group('ram:SpecifiedTradeProduct', 'item', item),
  wrap('ram:SpecifiedLineTradeAgreement', [
    wrap('ram:BuyerOrderReferencedDocument', [leaf('ram:LineID', 'orderLineReference')]),
    inline('price', price),
  ]),
  wrap('ram:SpecifiedLineTradeDelivery', [quantity<Line>('ram:BilledQuantity', 'quantity', 'unit')]),
  wrap('ram:SpecifiedLineTradeSettlement', [
    inline<Line, 'vat'>('vat', [categoryTax('ram:ApplicableTradeTax', 'category', 'rate')]),
    group<Line, 'period'>('ram:BillingSpecifiedPeriod', 'period', [
      dateElement('ram:StartDateTime', 'start'),
      dateElement('ram:EndDateTime', 'end'),
    ]),
    list<Line, 'allowances'>(lineAllowances[0], 'allowances', lineAllowances[1], lineAllowances[2]),
    list<Line, 'charges'>(lineCharges[0], 'charges', lineCharges[1], lineCharges[2]),
    wrap('ram:SpecifiedTradeSettlementLineMonetarySummation', [leaf('ram:LineTotalAmount', 'netAmount')]),
    wrap(
      'ram:AdditionalReferencedDocument',
      [
        inline<Line, 'objectIdentifier'>('objectIdentifier', [
          leaf('ram:IssuerAssignedID', 'id'),
          fixed('ram:TypeCode', '130'),
          leaf('ram:ReferenceTypeCode', 'scheme'),
        ]),
      ],
      { when: hasText('ram:TypeCode', '130') },
    ),
    wrap('ram:ReceivableSpecifiedTradeAccountingAccount', [leaf('ram:ID', 'accountingReference')]),
  ]),
]
