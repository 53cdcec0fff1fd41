/** Rule that an invoice breaks. */
export interface Violation {
  /** Identifier of the rule: `BR-CO-10`, `BR-DE-15`, `PEPPOL-EN16931-R001`, or `PLATEN-…` for our own rules. */
  readonly rule: string
  /** An invoice with an error is refused by its recipient. A warning is advice. */
  readonly severity: 'error' | 'warning'
  /** Business term or group: `BT-131`. */
  readonly term: string
  /** JSON path of the cause: `invoice.lines[2].netAmount`. */
  readonly path: string
  /** Says what is wrong and what to do. */
  readonly message: string
}
