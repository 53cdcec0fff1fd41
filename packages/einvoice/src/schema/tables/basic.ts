/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const BASIC_TABLE = `rsm:CrossIndustryInvoice = g0
 v0 = text schemeID
 v1 = text
 v2 = text format!
 v3 = decimal unitCode
 v4 = decimal currencyID
 v5 = decimal
 v6 = boolean
 g0 rsm:ExchangedDocumentContext=g1 rsm:ExchangedDocument=g2 rsm:SupplyChainTradeTransaction=g3
 g1 ram:BusinessProcessSpecifiedDocumentContextParameter=g4? ram:GuidelineSpecifiedDocumentContextParameter=g4
 g2 ram:ID=v0 ram:TypeCode=v1 ram:IssueDateTime=g5 ram:IncludedNote=g6*
 g3 ram:IncludedSupplyChainTradeLineItem=g7+ ram:ApplicableHeaderTradeAgreement=g8
  ram:ApplicableHeaderTradeDelivery=g9 ram:ApplicableHeaderTradeSettlement=g10
 g4 ram:ID=v0
 g5 udt:DateTimeString=v2
 g6 ram:Content=v1 ram:SubjectCode=v1?
 g7 ram:AssociatedDocumentLineDocument=g11 ram:SpecifiedTradeProduct=g12 ram:SpecifiedLineTradeAgreement=g13
  ram:SpecifiedLineTradeDelivery=g14 ram:SpecifiedLineTradeSettlement=g15
 g8 ram:BuyerReference=v1? ram:SellerTradeParty=g16 ram:BuyerTradeParty=g16
  ram:SellerTaxRepresentativeTradeParty=g16? ram:BuyerOrderReferencedDocument=g17?
  ram:ContractReferencedDocument=g17?
 g9 ram:ShipToTradeParty=g16? ram:ActualDeliverySupplyChainEvent=g18? ram:DespatchAdviceReferencedDocument=g17?
 g10 ram:CreditorReferenceID=v0? ram:PaymentReference=v1? ram:TaxCurrencyCode=v1? ram:InvoiceCurrencyCode=v1
  ram:PayeeTradeParty=g16? ram:SpecifiedTradeSettlementPaymentMeans=g19* ram:ApplicableTradeTax=g20+
  ram:BillingSpecifiedPeriod=g21? ram:SpecifiedTradeAllowanceCharge=g22* ram:SpecifiedTradePaymentTerms=g23?
  ram:SpecifiedTradeSettlementHeaderMonetarySummation=g24 ram:InvoiceReferencedDocument=g17*
  ram:ReceivableSpecifiedTradeAccountingAccount=g25?
 g11 ram:LineID=v0 ram:IncludedNote=g6?
 g12 ram:GlobalID=v0? ram:Name=v1
 g13 ram:GrossPriceProductTradePrice=g26? ram:NetPriceProductTradePrice=g26
 g14 ram:BilledQuantity=v3
 g15 ram:ApplicableTradeTax=g20 ram:BillingSpecifiedPeriod=g21? ram:SpecifiedTradeAllowanceCharge=g22*
  ram:SpecifiedTradeSettlementLineMonetarySummation=g27
 g16 ram:ID=v0* ram:GlobalID=v0* ram:Name=v1? ram:SpecifiedLegalOrganization=g28? ram:PostalTradeAddress=g29?
  ram:URIUniversalCommunication=g30? ram:SpecifiedTaxRegistration=g31?2
 g17 ram:IssuerAssignedID=v0 ram:FormattedIssueDateTime=g32?
 g18 ram:OccurrenceDateTime=g5
 g19 ram:TypeCode=v1 ram:PayerPartyDebtorFinancialAccount=g33? ram:PayeePartyCreditorFinancialAccount=g34?
 g20 ram:CalculatedAmount=v4? ram:TypeCode=v1 ram:ExemptionReason=v1? ram:BasisAmount=v4? ram:CategoryCode=v1
  ram:ExemptionReasonCode=v1? ram:DueDateTypeCode=v1? ram:RateApplicablePercent=v5?
 g21 ram:StartDateTime=g5? ram:EndDateTime=g5?
 g22 ram:ChargeIndicator=g35 ram:CalculationPercent=v5? ram:BasisAmount=v4? ram:ActualAmount=v4
  ram:ReasonCode=v1? ram:Reason=v1? ram:CategoryTradeTax=g20?
 g23 ram:Description=v1? ram:DueDateDateTime=g5? ram:DirectDebitMandateID=v0?
 g24 ram:LineTotalAmount=v4 ram:ChargeTotalAmount=v4? ram:AllowanceTotalAmount=v4? ram:TaxBasisTotalAmount=v4
  ram:TaxTotalAmount=v4?2 ram:GrandTotalAmount=v4 ram:TotalPrepaidAmount=v4? ram:DuePayableAmount=v4
 g25 ram:ID=v0
 g26 ram:ChargeAmount=v4 ram:BasisQuantity=v3? ram:AppliedTradeAllowanceCharge=g22?
 g27 ram:LineTotalAmount=v4
 g28 ram:ID=v0? ram:TradingBusinessName=v1?
 g29 ram:PostcodeCode=v1? ram:LineOne=v1? ram:LineTwo=v1? ram:LineThree=v1? ram:CityName=v1? ram:CountryID=v1
  ram:CountrySubDivisionName=v1?
 g30 ram:URIID=v0
 g31 ram:ID=v0
 g32 qdt:DateTimeString=v2
 g33 ram:IBANID=v0
 g34 ram:IBANID=v0? ram:ProprietaryID=v0?
 g35 udt:Indicator=v6`
