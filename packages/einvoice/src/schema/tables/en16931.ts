/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const EN16931_TABLE = `rsm:CrossIndustryInvoice = g0
 v0 = text schemeID
 v1 = text
 v2 = text format!
 v3 = text listID listVersionID
 v4 = decimal unitCode
 v5 = base64Binary filename! mimeCode!
 v6 = decimal currencyID
 v7 = decimal
 v8 = boolean
 g0 rsm:ExchangedDocumentContext=g1 rsm:ExchangedDocument=g2 rsm:SupplyChainTradeTransaction=g3
 g1 ram:BusinessProcessSpecifiedDocumentContextParameter=g4? ram:GuidelineSpecifiedDocumentContextParameter=g4
 g2 ram:ID=v0 ram:TypeCode=v1 ram:IssueDateTime=g5 ram:IncludedNote=g6*
 g3 ram:IncludedSupplyChainTradeLineItem=g7+ ram:ApplicableHeaderTradeAgreement=g8
  ram:ApplicableHeaderTradeDelivery=g9 ram:ApplicableHeaderTradeSettlement=g10
 g4 ram:ID=v0
 g5 udt:DateTimeString=v2
 g6 ram:Content=v1 ram:SubjectCode=v3?
 g7 ram:AssociatedDocumentLineDocument=g11 ram:SpecifiedTradeProduct=g12 ram:SpecifiedLineTradeAgreement=g13
  ram:SpecifiedLineTradeDelivery=g14 ram:SpecifiedLineTradeSettlement=g15
 g8 ram:BuyerReference=v1? ram:SellerTradeParty=g16 ram:BuyerTradeParty=g16
  ram:SellerTaxRepresentativeTradeParty=g16? ram:SellerOrderReferencedDocument=g17?
  ram:BuyerOrderReferencedDocument=g17? ram:ContractReferencedDocument=g17?
  ram:AdditionalReferencedDocument=g17* ram:SpecifiedProcuringProject=g18?
 g9 ram:ShipToTradeParty=g16? ram:ActualDeliverySupplyChainEvent=g19? ram:DespatchAdviceReferencedDocument=g17?
  ram:ReceivingAdviceReferencedDocument=g17?
 g10 ram:CreditorReferenceID=v0? ram:PaymentReference=v1? ram:TaxCurrencyCode=v1? ram:InvoiceCurrencyCode=v1
  ram:PayeeTradeParty=g16? ram:SpecifiedTradeSettlementPaymentMeans=g20* ram:ApplicableTradeTax=g21+
  ram:BillingSpecifiedPeriod=g22? ram:SpecifiedTradeAllowanceCharge=g23* ram:SpecifiedTradePaymentTerms=g24?
  ram:SpecifiedTradeSettlementHeaderMonetarySummation=g25 ram:InvoiceReferencedDocument=g17*
  ram:ReceivableSpecifiedTradeAccountingAccount=g26?
 g11 ram:LineID=v0 ram:IncludedNote=g6?
 g12 ram:GlobalID=v0? ram:SellerAssignedID=v0? ram:BuyerAssignedID=v0? ram:Name=v1 ram:Description=v1?
  ram:ApplicableProductCharacteristic=g27* ram:DesignatedProductClassification=g28*
  ram:OriginTradeCountry=g29?
 g13 ram:BuyerOrderReferencedDocument=g17? ram:GrossPriceProductTradePrice=g30?
  ram:NetPriceProductTradePrice=g30
 g14 ram:BilledQuantity=v4
 g15 ram:ApplicableTradeTax=g21 ram:BillingSpecifiedPeriod=g22? ram:SpecifiedTradeAllowanceCharge=g23*
  ram:SpecifiedTradeSettlementLineMonetarySummation=g31 ram:AdditionalReferencedDocument=g17?
  ram:ReceivableSpecifiedTradeAccountingAccount=g26?
 g16 ram:ID=v0* ram:GlobalID=v0* ram:Name=v1? ram:Description=v1? ram:SpecifiedLegalOrganization=g32?
  ram:DefinedTradeContact=g33? ram:PostalTradeAddress=g34? ram:URIUniversalCommunication=g35?
  ram:SpecifiedTaxRegistration=g36?2
 g17 ram:IssuerAssignedID=v0? ram:URIID=v0? ram:LineID=v0? ram:TypeCode=v1? ram:Name=v1?
  ram:AttachmentBinaryObject=v5? ram:ReferenceTypeCode=v1? ram:FormattedIssueDateTime=g37?
 g18 ram:ID=v0 ram:Name=v1
 g19 ram:OccurrenceDateTime=g5
 g20 ram:TypeCode=v1 ram:Information=v1? ram:ApplicableTradeSettlementFinancialCard=g38?
  ram:PayerPartyDebtorFinancialAccount=g39? ram:PayeePartyCreditorFinancialAccount=g40?
  ram:PayeeSpecifiedCreditorFinancialInstitution=g41?
 g21 ram:CalculatedAmount=v6? ram:TypeCode=v1 ram:ExemptionReason=v1? ram:BasisAmount=v6? ram:CategoryCode=v1
  ram:ExemptionReasonCode=v3? ram:TaxPointDate=g42? ram:DueDateTypeCode=v1? ram:RateApplicablePercent=v7?
 g22 ram:StartDateTime=g5? ram:EndDateTime=g5?
 g23 ram:ChargeIndicator=g43 ram:CalculationPercent=v7? ram:BasisAmount=v6? ram:ActualAmount=v6
  ram:ReasonCode=v1? ram:Reason=v1? ram:CategoryTradeTax=g21?
 g24 ram:Description=v1? ram:DueDateDateTime=g5? ram:DirectDebitMandateID=v0?
 g25 ram:LineTotalAmount=v6 ram:ChargeTotalAmount=v6? ram:AllowanceTotalAmount=v6? ram:TaxBasisTotalAmount=v6
  ram:TaxTotalAmount=v6?2 ram:RoundingAmount=v6? ram:GrandTotalAmount=v6 ram:TotalPrepaidAmount=v6?
  ram:DuePayableAmount=v6
 g26 ram:ID=v0
 g27 ram:Description=v1 ram:Value=v1
 g28 ram:ClassCode=v3?
 g29 ram:ID=v1
 g30 ram:ChargeAmount=v6 ram:BasisQuantity=v4? ram:AppliedTradeAllowanceCharge=g23?
 g31 ram:LineTotalAmount=v6
 g32 ram:ID=v0? ram:TradingBusinessName=v1?
 g33 ram:PersonName=v1? ram:DepartmentName=v1? ram:TelephoneUniversalCommunication=g35?
  ram:EmailURIUniversalCommunication=g35?
 g34 ram:PostcodeCode=v3? ram:LineOne=v1? ram:LineTwo=v1? ram:LineThree=v1? ram:CityName=v1? ram:CountryID=v1
  ram:CountrySubDivisionName=v1?
 g35 ram:URIID=v0? ram:CompleteNumber=v1?
 g36 ram:ID=v0
 g37 qdt:DateTimeString=v2
 g38 ram:ID=v0 ram:CardholderName=v1?
 g39 ram:IBANID=v0
 g40 ram:IBANID=v0? ram:AccountName=v1? ram:ProprietaryID=v0?
 g41 ram:BICID=v0
 g42 udt:DateString=v2
 g43 udt:Indicator=v8`
