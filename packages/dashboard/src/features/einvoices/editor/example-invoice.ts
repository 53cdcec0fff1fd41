/** Invoice with which the editor starts. It is valid in each format. Amounts that follow from others are left out. */
export const EXAMPLE_INVOICE = `{
  "number": "RE-2026-0118",
  "issueDate": "2026-11-20",
  "dueDate": "2026-12-20",
  "currency": "EUR",
  "buyerReference": "04011000-12345-03",
  "delivery": { "date": "2026-11-18" },
  "seller": {
    "name": "Lovelace GmbH",
    "vatIdentifier": "DE123456789",
    "electronicAddress": { "id": "DE123456789", "scheme": "9930" },
    "address": {
      "line1": "Hauptstraße 1",
      "postCode": "10115",
      "city": "Berlin",
      "country": "DE"
    },
    "contact": {
      "name": "Ada Lovelace",
      "phone": "+49 30 123456",
      "email": "billing@lovelace.example"
    }
  },
  "buyer": {
    "name": "Babbage & Co. KG",
    "electronicAddress": { "id": "04011000-12345-03", "scheme": "0204" },
    "address": {
      "line1": "Rathausplatz 2",
      "postCode": "20095",
      "city": "Hamburg",
      "country": "DE"
    }
  },
  "payments": [
    { "meansCode": "58", "creditTransfers": [{ "account": "DE89370400440532013000" }] }
  ],
  "lines": [
    {
      "item": { "name": "Difference engine, maintenance" },
      "quantity": "12.5",
      "unit": "HUR",
      "price": { "net": "96.00" },
      "vat": { "category": "S", "rate": "19" }
    },
    {
      "item": { "name": "Punched cards, box of 1,000" },
      "quantity": "3",
      "unit": "H87",
      "price": { "net": "24.90" },
      "vat": { "category": "S", "rate": "19" }
    }
  ]
}
`
