/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const BASIC_WL_TABLE = `rsm:CrossIndustryInvoice = g0
 v0 = text schemeID
 v1 = text
 v2 = text format!
 v3 = decimal currencyID
 v4 = decimal
 v5 = boolean
 g0 rsm:ExchangedDocumentContext=g1 rsm:ExchangedDocument=g2 rsm:SupplyChainTradeTransaction=g3
 g1 ram:BusinessProcessSpecifiedDocumentContextParameter=g4? ram:GuidelineSpecifiedDocumentContextParameter=g4
 g2 ram:ID=v0 ram:TypeCode=v1 ram:IssueDateTime=g5 ram:IncludedNote=g6*
 g3 ram:ApplicableHeaderTradeAgreement=g7 ram:ApplicableHeaderTradeDelivery=g8
  ram:ApplicableHeaderTradeSettlement=g9
 g4 ram:ID=v0
 g5 udt:DateTimeString=v2
 g6 ram:Content=v1 ram:SubjectCode=v1?
 g7 ram:BuyerReference=v1? ram:SellerTradeParty=g10 ram:BuyerTradeParty=g10
  ram:SellerTaxRepresentativeTradeParty=g10? ram:BuyerOrderReferencedDocument=g11?
  ram:ContractReferencedDocument=g11?
 g8 ram:ShipToTradeParty=g10? ram:ActualDeliverySupplyChainEvent=g12? ram:DespatchAdviceReferencedDocument=g11?
 g9 ram:CreditorReferenceID=v0? ram:PaymentReference=v1? ram:TaxCurrencyCode=v1? ram:InvoiceCurrencyCode=v1
  ram:PayeeTradeParty=g10? ram:SpecifiedTradeSettlementPaymentMeans=g13* ram:ApplicableTradeTax=g14+
  ram:BillingSpecifiedPeriod=g15? ram:SpecifiedTradeAllowanceCharge=g16* ram:SpecifiedTradePaymentTerms=g17?
  ram:SpecifiedTradeSettlementHeaderMonetarySummation=g18 ram:InvoiceReferencedDocument=g11*
  ram:ReceivableSpecifiedTradeAccountingAccount=g19?
 g10 ram:ID=v0* ram:GlobalID=v0* ram:Name=v1? ram:SpecifiedLegalOrganization=g20? ram:PostalTradeAddress=g21?
  ram:URIUniversalCommunication=g22? ram:SpecifiedTaxRegistration=g23?2
 g11 ram:IssuerAssignedID=v0 ram:FormattedIssueDateTime=g24?
 g12 ram:OccurrenceDateTime=g5
 g13 ram:TypeCode=v1 ram:PayerPartyDebtorFinancialAccount=g25? ram:PayeePartyCreditorFinancialAccount=g26?
 g14 ram:CalculatedAmount=v3? ram:TypeCode=v1 ram:ExemptionReason=v1? ram:BasisAmount=v3? ram:CategoryCode=v1
  ram:ExemptionReasonCode=v1? ram:DueDateTypeCode=v1? ram:RateApplicablePercent=v4?
 g15 ram:StartDateTime=g5? ram:EndDateTime=g5?
 g16 ram:ChargeIndicator=g27 ram:CalculationPercent=v4? ram:BasisAmount=v3? ram:ActualAmount=v3
  ram:ReasonCode=v1? ram:Reason=v1? ram:CategoryTradeTax=g14
 g17 ram:Description=v1? ram:DueDateDateTime=g5? ram:DirectDebitMandateID=v0?
 g18 ram:LineTotalAmount=v3 ram:ChargeTotalAmount=v3? ram:AllowanceTotalAmount=v3? ram:TaxBasisTotalAmount=v3
  ram:TaxTotalAmount=v3?2 ram:GrandTotalAmount=v3 ram:TotalPrepaidAmount=v3? ram:DuePayableAmount=v3
 g19 ram:ID=v0
 g20 ram:ID=v0? ram:TradingBusinessName=v1?
 g21 ram:PostcodeCode=v1? ram:LineOne=v1? ram:LineTwo=v1? ram:LineThree=v1? ram:CityName=v1? ram:CountryID=v1
  ram:CountrySubDivisionName=v1?
 g22 ram:URIID=v0
 g23 ram:ID=v0
 g24 qdt:DateTimeString=v2
 g25 ram:IBANID=v0
 g26 ram:IBANID=v0? ram:ProprietaryID=v0?
 g27 udt:Indicator=v5`
