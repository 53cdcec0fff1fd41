/** Requirements of EN 16931 for a VAT category. */
export interface VatCategory {
  readonly code: string
  /** Start of the identifiers of its rules: `BR-S`. */
  readonly prefix: string
  readonly name: string
  /** Identifiers of the seller: VAT or tax registration, only VAT, or none. */
  readonly seller: 'any' | 'vat' | 'none'
  /** Identifiers of the buyer: VAT or legal registration, or only VAT. */
  readonly buyer?: 'any' | 'vat'
  readonly rate: 'positive' | 'zero' | 'notNegative' | 'absent'
  readonly exemption: 'required' | 'forbidden'
  /** The breakdown has one entry per rate, or exactly one. */
  readonly entries: 'perRate' | 'one'
}

/** VAT categories of EN 16931, without the split payment of Italy (B). */
export const VAT_CATEGORIES: readonly VatCategory[] = [
  {
    code: 'S',
    prefix: 'BR-S',
    name: 'standard rate',
    seller: 'any',
    rate: 'positive',
    exemption: 'forbidden',
    entries: 'perRate',
  },
  {
    code: 'Z',
    prefix: 'BR-Z',
    name: 'zero rated',
    seller: 'any',
    rate: 'zero',
    exemption: 'forbidden',
    entries: 'one',
  },
  {
    code: 'E',
    prefix: 'BR-E',
    name: 'exempt from VAT',
    seller: 'any',
    rate: 'zero',
    exemption: 'required',
    entries: 'one',
  },
  {
    code: 'AE',
    prefix: 'BR-AE',
    name: 'reverse charge',
    seller: 'any',
    buyer: 'any',
    rate: 'zero',
    exemption: 'required',
    entries: 'one',
  },
  {
    code: 'K',
    prefix: 'BR-IC',
    name: 'intra-community supply',
    seller: 'vat',
    buyer: 'vat',
    rate: 'zero',
    exemption: 'required',
    entries: 'one',
  },
  {
    code: 'G',
    prefix: 'BR-G',
    name: 'export outside the EU',
    seller: 'vat',
    rate: 'zero',
    exemption: 'required',
    entries: 'one',
  },
  {
    code: 'O',
    prefix: 'BR-O',
    name: 'not subject to VAT',
    seller: 'none',
    rate: 'absent',
    exemption: 'required',
    entries: 'one',
  },
  {
    code: 'L',
    prefix: 'BR-AF',
    name: 'IGIC of the Canary Islands',
    seller: 'any',
    rate: 'notNegative',
    exemption: 'forbidden',
    entries: 'perRate',
  },
  {
    code: 'M',
    prefix: 'BR-AG',
    name: 'IPSI of Ceuta and Melilla',
    seller: 'any',
    rate: 'notNegative',
    exemption: 'forbidden',
    entries: 'perRate',
  },
]
