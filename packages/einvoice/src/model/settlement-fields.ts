import { amount, code, decimal, group, list, text } from './fields.ts'

/** Payment instructions (BG-16). */
export const payment = group('BG-16', 'payment instructions', {
  meansCode: code('BT-81', 'payment means code', 'paymentMeans', 'BR-CL-16'),
  meansText: text('BT-82', 'payment means text'),
  creditTransfers: list(
    group('BG-17', 'credit transfer', {
      account: text('BT-84', 'payment account identifier (IBAN)'),
      accountName: text('BT-85', 'payment account name'),
      bank: text('BT-86', 'payment service provider identifier (BIC)'),
    }),
  ),
  card: group('BG-18', 'payment card', {
    number: text('BT-87', 'last digits of the payment card number'),
    holder: text('BT-88', 'payment card holder'),
  }),
  directDebit: group('BG-19', 'direct debit', {
    mandate: text('BT-89', 'mandate reference'),
    creditorIdentifier: text('BT-90', 'creditor identifier'),
    debitedAccount: text('BT-91', 'debited account identifier (IBAN)'),
  }),
})

/** Allowance on the document (BG-20). */
export const allowance = group('BG-20', 'document allowance', {
  amount: amount('BT-92', 'document allowance amount', 'BR-DEC-01'),
  baseAmount: amount('BT-93', 'document allowance base amount', 'BR-DEC-02'),
  percentage: decimal('percentage', 'BT-94', 'document allowance percentage'),
  vatCategory: code('BT-95', 'VAT category of the document allowance', 'vatCategories', 'BR-CL-17'),
  vatRate: decimal('percentage', 'BT-96', 'VAT rate of the document allowance'),
  reason: text('BT-97', 'document allowance reason'),
  reasonCode: code('BT-98', 'document allowance reason code', 'allowanceReasons', 'BR-CL-19'),
})

/** Charge on the document (BG-21). */
export const charge = group('BG-21', 'document charge', {
  amount: amount('BT-99', 'document charge amount', 'BR-DEC-05'),
  baseAmount: amount('BT-100', 'document charge base amount', 'BR-DEC-06'),
  percentage: decimal('percentage', 'BT-101', 'document charge percentage'),
  vatCategory: code('BT-102', 'VAT category of the document charge', 'vatCategories', 'BR-CL-17'),
  vatRate: decimal('percentage', 'BT-103', 'VAT rate of the document charge'),
  reason: text('BT-104', 'document charge reason'),
  reasonCode: code('BT-105', 'document charge reason code', 'chargeReasons', 'BR-CL-20'),
})

/** Totals (BG-22). */
export const totals = group('BG-22', 'totals', {
  lineNetTotal: amount('BT-106', 'sum of the line net amounts', 'BR-DEC-09'),
  allowanceTotal: amount('BT-107', 'sum of the document allowances', 'BR-DEC-10'),
  chargeTotal: amount('BT-108', 'sum of the document charges', 'BR-DEC-11'),
  netTotal: amount('BT-109', 'total without VAT', 'BR-DEC-12'),
  vatTotal: amount('BT-110', 'total VAT amount', 'BR-DEC-13'),
  vatTotalInVatCurrency: amount('BT-111', 'total VAT amount in the VAT currency', 'BR-DEC-15'),
  grossTotal: amount('BT-112', 'total with VAT', 'BR-DEC-14'),
  paidAmount: amount('BT-113', 'paid amount', 'BR-DEC-16'),
  roundingAmount: amount('BT-114', 'rounding amount', 'BR-DEC-17'),
  amountDue: amount('BT-115', 'amount due for payment', 'BR-DEC-18'),
})

/** Entry of the VAT breakdown (BG-23). */
export const vatBreakdownEntry = group('BG-23', 'VAT breakdown entry', {
  taxableAmount: amount('BT-116', 'taxable amount of the VAT category', 'BR-DEC-19'),
  taxAmount: amount('BT-117', 'tax amount of the VAT category', 'BR-DEC-20'),
  category: code('BT-118', 'VAT category of the entry', 'vatCategories', 'BR-CL-17'),
  rate: decimal('percentage', 'BT-119', 'VAT rate of the entry'),
  exemptionReason: text('BT-120', 'VAT exemption reason'),
  exemptionReasonCode: code('BT-121', 'VAT exemption reason code', 'exemptionReasons', 'BR-CL-22'),
})
