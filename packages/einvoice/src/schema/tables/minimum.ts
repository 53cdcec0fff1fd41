/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const MINIMUM_TABLE = `rsm:CrossIndustryInvoice = g0
 v0 = text schemeID
 v1 = text
 v2 = text format!
 v3 = decimal currencyID
 g0 rsm:ExchangedDocumentContext=g1 rsm:ExchangedDocument=g2 rsm:SupplyChainTradeTransaction=g3
 g1 ram:BusinessProcessSpecifiedDocumentContextParameter=g4? ram:GuidelineSpecifiedDocumentContextParameter=g4
 g2 ram:ID=v0 ram:TypeCode=v1 ram:IssueDateTime=g5
 g3 ram:ApplicableHeaderTradeAgreement=g6 ram:ApplicableHeaderTradeDelivery=g7
  ram:ApplicableHeaderTradeSettlement=g8
 g4 ram:ID=v0
 g5 udt:DateTimeString=v2
 g6 ram:BuyerReference=v1? ram:SellerTradeParty=g9 ram:BuyerTradeParty=g9 ram:BuyerOrderReferencedDocument=g10?
 g7
 g8 ram:InvoiceCurrencyCode=v1 ram:SpecifiedTradeSettlementHeaderMonetarySummation=g11
 g9 ram:Name=v1 ram:SpecifiedLegalOrganization=g12? ram:PostalTradeAddress=g13?
  ram:SpecifiedTaxRegistration=g14?2
 g10 ram:IssuerAssignedID=v0
 g11 ram:TaxBasisTotalAmount=v3 ram:TaxTotalAmount=v3?2 ram:GrandTotalAmount=v3 ram:DuePayableAmount=v3
 g12 ram:ID=v0?
 g13 ram:CountryID=v1
 g14 ram:ID=v0`
