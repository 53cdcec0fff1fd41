import { amount, code, date, decimal, group, list, text } from './fields.ts'
import { identifier } from './party-fields.ts'

const lineAllowance = group('BG-27', 'line allowance', {
  amount: amount('BT-136', 'line allowance amount', 'BR-DEC-24'),
  baseAmount: amount('BT-137', 'line allowance base amount', 'BR-DEC-25'),
  percentage: decimal('percentage', 'BT-138', 'line allowance percentage'),
  reason: text('BT-139', 'line allowance reason'),
  reasonCode: code('BT-140', 'line allowance reason code', 'allowanceReasons', 'BR-CL-19'),
})

const lineCharge = group('BG-28', 'line charge', {
  amount: amount('BT-141', 'line charge amount', 'BR-DEC-27'),
  baseAmount: amount('BT-142', 'line charge base amount', 'BR-DEC-28'),
  percentage: decimal('percentage', 'BT-143', 'line charge percentage'),
  reason: text('BT-144', 'line charge reason'),
  reasonCode: code('BT-145', 'line charge reason code', 'chargeReasons', 'BR-CL-20'),
})

/** Invoice line (BG-25). */
export const line = group('BG-25', 'invoice line', {
  id: text('BT-126', 'line identifier'),
  note: text('BT-127', 'line note'),
  objectIdentifier: identifier('BT-128', 'line object identifier', 'referenceQualifiers', 'BR-CL-07'),
  quantity: decimal('quantity', 'BT-129', 'invoiced quantity'),
  unit: code('BT-130', 'unit of the invoiced quantity', 'units', 'BR-CL-23'),
  netAmount: amount('BT-131', 'line net amount', 'BR-DEC-23'),
  orderLineReference: text('BT-132', 'order line reference'),
  accountingReference: text('BT-133', 'line accounting reference of the buyer'),
  period: group('BG-26', 'line period', {
    start: date('BT-134', 'start of the line period'),
    end: date('BT-135', 'end of the line period'),
  }),
  allowances: list(lineAllowance),
  charges: list(lineCharge),
  price: group('BG-29', 'price', {
    net: decimal('price', 'BT-146', 'item net price'),
    discount: decimal('price', 'BT-147', 'item price discount'),
    gross: decimal('price', 'BT-148', 'item gross price'),
    baseQuantity: decimal('quantity', 'BT-149', 'price base quantity'),
    baseUnit: code('BT-150', 'unit of the price base quantity', 'units', 'BR-CL-23'),
  }),
  vat: group('BG-30', 'line VAT', {
    category: code('BT-151', 'VAT category of the item', 'vatCategories', 'BR-CL-18'),
    rate: decimal('percentage', 'BT-152', 'VAT rate of the item'),
  }),
  item: group('BG-31', 'item', {
    name: text('BT-153', 'item name'),
    description: text('BT-154', 'item description'),
    sellerIdentifier: text('BT-155', "seller's item identifier"),
    buyerIdentifier: text('BT-156', "buyer's item identifier"),
    standardIdentifier: identifier('BT-157', 'item standard identifier', 'identifierSchemes', 'BR-CL-21'),
    classifications: list(
      group('BT-158', 'item classification', {
        code: text('BT-158', 'item classification identifier'),
        scheme: code('BT-158-1', 'scheme of the item classification', 'classificationSchemes', 'BR-CL-13'),
        version: text('BT-158-2', 'version of the scheme of the item classification'),
      }),
    ),
    originCountry: code('BT-159', 'country of origin of the item', 'countries', 'BR-CL-15'),
    attributes: list(
      group('BG-32', 'item attribute', {
        name: text('BT-160', 'item attribute name'),
        value: text('BT-161', 'item attribute value'),
      }),
    ),
  }),
})
