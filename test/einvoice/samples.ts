import type { Invoice } from '../../packages/einvoice/src/index.ts'

/** Returns an invoice of a German seller with the fields that XRechnung and Peppol require, without amounts. */
export function germanInvoice(): Invoice {
  return {
    number: 'RE-2026-0042',
    issueDate: '2026-11-02',
    dueDate: '2026-12-02',
    currency: 'EUR',
    buyerReference: '04011000-12345-03',
    paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#\n',
    notes: [{ subjectCode: 'ADU', text: 'Thank you for your order.' }],
    seller: {
      name: 'Muster GmbH',
      vatIdentifier: 'DE123456789',
      electronicAddress: { id: 'DE123456789', scheme: '9930' },
      address: { line1: 'Hauptstraße 1', city: 'Berlin', postCode: '10115', country: 'DE' },
      contact: { name: 'Erika Muster', phone: '+49 30 123456', email: 'erika@muster.example' },
    },
    buyer: {
      name: 'Stadt Beispiel & Söhne',
      electronicAddress: { id: '04011000-12345-03', scheme: '0204' },
      address: { line1: 'Rathausplatz 2', city: 'Hamburg', postCode: '20095', country: 'DE' },
    },
    delivery: { date: '2026-10-30' },
    payments: [
      {
        meansCode: '58',
        creditTransfers: [{ account: 'DE89370400440532013000', accountName: 'Muster GmbH' }],
      },
    ],
    allowances: [
      { baseAmount: '100.00', percentage: '10', vatCategory: 'S', vatRate: '19', reason: 'Loyalty discount' },
    ],
    charges: [{ amount: '7.00', vatCategory: 'S', vatRate: '19', reason: 'Freight' }],
    lines: [
      {
        quantity: '3',
        unit: 'H87',
        price: { gross: '12.00', discount: '0.05' },
        vat: { category: 'S', rate: '19' },
        item: { name: 'Desk lamp', sellerIdentifier: 'L-1' },
      },
      {
        quantity: 0.7,
        unit: 'KGM',
        price: { net: 4.35 },
        charges: [{ amount: '0.55', reason: 'Packing' }],
        allowances: [{ amount: '0.10', reason: 'Damaged box' }],
        vat: { category: 'S', rate: 7 },
        item: { name: 'Coffee', attributes: [{ name: 'Origin', value: 'Peru' }] },
      },
    ],
    totals: { paidAmount: '5.00' },
  }
}

/** Returns an invoice that has a value in each field of the model, except those of cards and direct debits. */
export function fullInvoice(): Invoice {
  const address = {
    line1: 'Street 1',
    line2: 'Floor 2',
    line3: 'Door 3',
    city: 'Wien',
    postCode: '1010',
    subdivision: 'Wien',
    country: 'AT',
  }
  const contact = { name: 'A. Person', phone: '+43 1 234567', email: 'person@example.com' }
  return {
    ...germanInvoice(),
    vatCurrency: 'USD',
    vatPointDateCode: '35',
    projectReference: 'P-1',
    contractReference: 'C-1',
    purchaseOrderReference: 'PO-1',
    salesOrderReference: 'SO-1',
    receivingAdviceReference: 'RA-1',
    despatchAdviceReference: 'DA-1',
    tenderReference: 'T-1',
    invoicedObject: { id: 'OBJ-1', scheme: 'ABT' },
    accountingReference: 'ACC-1',
    precedingInvoices: [{ number: 'RE-1', issueDate: '2026-10-01' }, { number: 'RE-2' }],
    seller: {
      name: 'Seller AG',
      tradingName: 'Seller',
      identifiers: [{ id: 'S-1' }, { id: '4000001123452', scheme: '0088' }],
      legalRegistration: { id: 'FN 1', scheme: '0002' },
      vatIdentifier: 'ATU12345678',
      taxRegistration: '12/345',
      legalInformation: 'Court of Vienna',
      electronicAddress: { id: '4000001123452', scheme: '0088' },
      address,
      contact,
    },
    buyer: {
      name: 'Buyer SA',
      tradingName: 'Buyer',
      identifier: { id: '4000001123452', scheme: '0088' },
      legalRegistration: { id: 'B 1', scheme: '0002' },
      vatIdentifier: 'ATU87654321',
      electronicAddress: { id: 'ATU87654321', scheme: '9914' },
      address,
      contact,
    },
    payee: {
      name: 'Payee',
      identifier: { id: 'PAY-1' },
      legalRegistration: { id: 'FN 2', scheme: '0002' },
    },
    taxRepresentative: { name: 'Representative', vatIdentifier: 'ATU11111111', address },
    delivery: {
      name: 'Warehouse',
      location: { id: '4000001123452', scheme: '0088' },
      date: '2026-10-30',
      address,
    },
    period: { start: '2026-10-01', end: '2026-10-31' },
    remittanceInformation: 'RE-2026-0042',
    payments: [
      {
        meansCode: '30',
        meansText: 'Credit transfer',
        creditTransfers: [
          { account: 'AT611904300234573201', accountName: 'Seller', bank: 'BKAUATWW' },
          { account: 'DE89370400440532013000' },
        ],
      },
    ],
    supportingDocuments: [
      {
        reference: 'DOC-1',
        description: 'Time sheet',
        attachment: { content: 'SGVsbG8=', mimeType: 'text/csv', fileName: 'time.csv' },
      },
      { reference: 'DOC-2', url: 'https://example.com/doc' },
    ],
    totals: { paidAmount: '5.00', roundingAmount: '0.01', vatTotalInVatCurrency: '8.88' },
    lines: [
      {
        id: '10',
        note: 'First line',
        objectIdentifier: { id: 'OBJ-2', scheme: 'ABT' },
        quantity: '10',
        unit: 'H87',
        orderLineReference: '1',
        accountingReference: 'ACC-2',
        period: { start: '2026-10-01', end: '2026-10-15' },
        allowances: [{ baseAmount: '10.00', percentage: '5', reason: 'Discount', reasonCode: '95' }],
        charges: [{ baseAmount: '10.00', percentage: '10', reason: 'Freight', reasonCode: 'FC' }],
        price: { gross: '25', discount: '5', baseQuantity: '2', baseUnit: 'H87' },
        vat: { category: 'S', rate: '20' },
        item: {
          name: 'Item',
          description: 'Described <item> & "quoted"',
          sellerIdentifier: 'A',
          buyerIdentifier: 'B',
          standardIdentifier: { id: '4000001123452', scheme: '0160' },
          classifications: [{ code: '123', scheme: 'SRV', version: '1' }],
          originCountry: 'CN',
          attributes: [{ name: 'Colour', value: 'red' }],
        },
      },
      {
        id: '20',
        quantity: '1',
        unit: 'C62',
        price: { net: '50' },
        vat: { category: 'E' },
        item: { name: 'Course' },
      },
    ],
    vatBreakdown: [{ category: 'E', exemptionReason: 'Education' }],
  }
}

/** Returns an invoice that is paid by direct debit. */
export function directDebitInvoice(): Invoice {
  return {
    ...germanInvoice(),
    payments: [
      {
        meansCode: '59',
        directDebit: {
          mandate: 'M-1',
          creditorIdentifier: 'DE98ZZZ09999999999',
          debitedAccount: 'DE89370400440532013000',
        },
      },
    ],
  }
}

/** Returns an invoice that was paid with a card. */
export function cardInvoice(): Invoice {
  return {
    ...germanInvoice(),
    payments: [{ meansCode: '48', card: { number: '123456', holder: 'A. Person' } }],
  }
}

/** Returns an invoice that has the fields of the profile BASIC only. */
export function basicInvoice(): Invoice {
  const invoice = germanInvoice()
  delete invoice.seller?.contact
  delete invoice.payments?.[0]?.creditTransfers?.[0]?.accountName
  for (const { item } of invoice.lines ?? []) {
    delete item?.attributes
    delete item?.sellerIdentifier
  }
  return invoice
}

/** Returns the full invoice with one preceding invoice, because XRechnung in CII has room for one. */
export function fullCiiInvoice(): Invoice {
  const { precedingInvoices = [], ...invoice } = fullInvoice()
  return { ...invoice, precedingInvoices: precedingInvoices.slice(0, 1) }
}

/** Invoices that differ in their fields. */
export const INVOICES: Record<string, () => Invoice> = {
  german: germanInvoice,
  basic: basicInvoice,
  full: fullInvoice,
  'full-cii': fullCiiInvoice,

  card: cardInvoice,
  'direct-debit': directDebitInvoice,
}
