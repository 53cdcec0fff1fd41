import { required, type Requirement } from '../presence.ts'
import type { Rule } from '../rule.ts'

/** Fields that EN 16931 requires in the document and its groups. */
const REQUIREMENTS: readonly Requirement[] = [
  ['BR-01', '', 'specification'],
  ['BR-02', '', 'number'],
  ['BR-03', '', 'issueDate'],
  ['BR-04', '', 'typeCode'],
  ['BR-05', '', 'currency'],
  ['BR-06', '', 'seller.name'],
  ['BR-07', '', 'buyer.name'],
  ['BR-08', '', 'seller.address'],
  ['BR-09', 'seller.address', 'country'],
  ['BR-10', '', 'buyer.address'],
  ['BR-11', 'buyer.address', 'country'],
  ['BR-12', 'totals', 'lineNetTotal'],
  ['BR-13', 'totals', 'netTotal'],
  ['BR-14', 'totals', 'grossTotal'],
  ['BR-15', 'totals', 'amountDue'],
  ['BR-17', 'payee', 'name'],
  ['BR-18', 'taxRepresentative', 'name'],
  ['BR-19', 'taxRepresentative', 'address'],
  ['BR-20', 'taxRepresentative.address', 'country'],
  ['BR-31', 'allowances[]', 'amount'],
  ['BR-32', 'allowances[]', 'vatCategory'],
  ['BR-33', 'allowances[]', 'reason', 'reasonCode'],
  ['BR-CO-21', 'allowances[]', 'reason', 'reasonCode'],
  ['BR-36', 'charges[]', 'amount'],
  ['BR-37', 'charges[]', 'vatCategory'],
  ['BR-38', 'charges[]', 'reason', 'reasonCode'],
  ['BR-CO-22', 'charges[]', 'reason', 'reasonCode'],
  ['BR-45', 'vatBreakdown[]', 'taxableAmount'],
  ['BR-46', 'vatBreakdown[]', 'taxAmount'],
  ['BR-47', 'vatBreakdown[]', 'category'],
  ['BR-49', 'payments[]', 'meansCode'],
  ['BR-52', 'supportingDocuments[]', 'reference'],
  ['BR-55', 'precedingInvoices[]', 'number'],
  ['BR-56', 'taxRepresentative', 'vatIdentifier'],
  ['BR-57', 'delivery.address', 'country'],
  ['BR-62', 'seller.electronicAddress', 'scheme'],
  ['BR-63', 'buyer.electronicAddress', 'scheme'],
  ['BR-CO-18', '', 'vatBreakdown'],
  ['BR-CO-19', 'period', 'start', 'end'],
  ['BR-CO-26', 'seller', 'identifiers', 'legalRegistration.id', 'vatIdentifier'],
]

/** Fields that EN 16931 requires in each line. */
const LINE_REQUIREMENTS: readonly Requirement[] = [
  ['BR-21', 'lines[]', 'id'],
  ['BR-22', 'lines[]', 'quantity'],
  ['BR-23', 'lines[]', 'unit'],
  ['BR-24', 'lines[]', 'netAmount'],
  ['BR-25', 'lines[]', 'item.name'],
  ['BR-26', 'lines[]', 'price.net'],
  ['BR-41', 'lines[].allowances[]', 'amount'],
  ['BR-42', 'lines[].allowances[]', 'reason', 'reasonCode'],
  ['BR-CO-23', 'lines[].allowances[]', 'reason', 'reasonCode'],
  ['BR-43', 'lines[].charges[]', 'amount'],
  ['BR-44', 'lines[].charges[]', 'reason', 'reasonCode'],
  ['BR-CO-24', 'lines[].charges[]', 'reason', 'reasonCode'],
  ['BR-54', 'lines[].item.attributes[]', 'name'],
  ['BR-54', 'lines[].item.attributes[]', 'value'],
  ['BR-64', 'lines[].item.standardIdentifier', 'scheme'],
  ['BR-65', 'lines[].item.classifications[]', 'scheme'],
  ['BR-CO-04', 'lines[]', 'vat.category'],
  ['BR-CO-20', 'lines[].period', 'start', 'end'],
]

/** Rules of EN 16931 that require fields of the document. */
export const requiredFields: readonly Rule[] = REQUIREMENTS.map((requirement) => required(requirement))

/** Rules of EN 16931 that require fields of lines. */
export const requiredLineFields: readonly Rule[] = [
  required(['BR-16', '', 'lines']),
  ...LINE_REQUIREMENTS.map((requirement) => required(requirement)),
]
