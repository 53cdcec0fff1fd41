/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const EXTENDED_TABLE = `rsm:CrossIndustryInvoice = g0
 v0 = text schemeID
 v1 = text
 v2 = boolean
 v3 = text format!
 v4 = text listID listVersionID
 v5 = decimal unitCode
 v6 = base64Binary filename! mimeCode!
 v7 = decimal
 v8 = decimal currencyID
 v9 = text listID
 g0 rsm:ExchangedDocumentContext=g1 rsm:ExchangedDocument=g2 rsm:SupplyChainTradeTransaction=g3
 g1 ram:TestIndicator=g4? ram:BusinessProcessSpecifiedDocumentContextParameter=g5?
  ram:GuidelineSpecifiedDocumentContextParameter=g5
 g2 ram:ID=v0 ram:Name=v1? ram:TypeCode=v1 ram:IssueDateTime=g6 ram:CopyIndicator=g4? ram:LanguageID=v0?
  ram:IncludedNote=g7* ram:EffectiveSpecifiedPeriod=g8?
 g3 ram:IncludedSupplyChainTradeLineItem=g9+ ram:ApplicableHeaderTradeAgreement=g10
  ram:ApplicableHeaderTradeDelivery=g11 ram:ApplicableHeaderTradeSettlement=g12
 g4 udt:Indicator=v2
 g5 ram:ID=v0
 g6 udt:DateTimeString=v3
 g7 ram:ContentCode=v4? ram:Content=v1? ram:SubjectCode=v4?
 g8 ram:Description=v1? ram:StartDateTime=g6? ram:EndDateTime=g6? ram:CompleteDateTime=g6?
 g9 ram:AssociatedDocumentLineDocument=g13 ram:SpecifiedTradeProduct=g14 ram:SpecifiedLineTradeAgreement=g15?
  ram:SpecifiedLineTradeDelivery=g16? ram:SpecifiedLineTradeSettlement=g17
 g10 ram:BuyerReference=v1? ram:SellerTradeParty=g18 ram:BuyerTradeParty=g18 ram:SalesAgentTradeParty=g18?
  ram:BuyerTaxRepresentativeTradeParty=g18? ram:SellerTaxRepresentativeTradeParty=g18?
  ram:ProductEndUserTradeParty=g18? ram:ApplicableTradeDeliveryTerms=g19?
  ram:SellerOrderReferencedDocument=g20? ram:BuyerOrderReferencedDocument=g20?
  ram:QuotationReferencedDocument=g20? ram:ContractReferencedDocument=g20?
  ram:AdditionalReferencedDocument=g20* ram:BuyerAgentTradeParty=g18? ram:SpecifiedProcuringProject=g21?
  ram:UltimateCustomerOrderReferencedDocument=g20*
 g11 ram:RelatedSupplyChainConsignment=g22? ram:ShipToTradeParty=g18? ram:UltimateShipToTradeParty=g18?
  ram:ShipFromTradeParty=g18? ram:ActualDeliverySupplyChainEvent=g23?
  ram:DespatchAdviceReferencedDocument=g20? ram:ReceivingAdviceReferencedDocument=g20?
  ram:DeliveryNoteReferencedDocument=g20?
 g12 ram:CreditorReferenceID=v0? ram:PaymentReference=v1? ram:TaxCurrencyCode=v1? ram:InvoiceCurrencyCode=v1
  ram:InvoiceIssuerReference=v1? ram:InvoicerTradeParty=g18? ram:InvoiceeTradeParty=g18?
  ram:PayeeTradeParty=g18? ram:PayerTradeParty=g18? ram:TaxApplicableTradeCurrencyExchange=g24?
  ram:SpecifiedTradeSettlementPaymentMeans=g25* ram:ApplicableTradeTax=g26+ ram:BillingSpecifiedPeriod=g8?
  ram:SpecifiedTradeAllowanceCharge=g27* ram:SpecifiedLogisticsServiceCharge=g28*
  ram:SpecifiedTradePaymentTerms=g29* ram:SpecifiedTradeSettlementHeaderMonetarySummation=g30
  ram:SpecifiedFinancialAdjustment=g31* ram:InvoiceReferencedDocument=g20*
  ram:ReceivableSpecifiedTradeAccountingAccount=g32* ram:SpecifiedAdvancePayment=g33*
 g13 ram:LineID=v0 ram:ParentLineID=v0? ram:LineStatusCode=v1? ram:LineStatusReasonCode=v4?
  ram:IncludedNote=g7*
 g14 ram:ID=v0? ram:GlobalID=v0? ram:SellerAssignedID=v0? ram:BuyerAssignedID=v0? ram:IndustryAssignedID=v0?
  ram:ModelID=v0? ram:Name=v1 ram:Description=v1? ram:BatchID=v0* ram:BrandName=v1? ram:ModelName=v1?
  ram:ApplicableProductCharacteristic=g34* ram:DesignatedProductClassification=g35*
  ram:IndividualTradeProductInstance=g36* ram:OriginTradeCountry=g37? ram:ManufacturerTradeParty=g18?
  ram:IncludedReferencedProduct=g38*
 g15 ram:ApplicableTradeDeliveryTerms=g19? ram:SellerOrderReferencedDocument=g20?
  ram:BuyerOrderReferencedDocument=g20? ram:QuotationReferencedDocument=g20?
  ram:ContractReferencedDocument=g20? ram:AdditionalReferencedDocument=g20*
  ram:GrossPriceProductTradePrice=g39? ram:NetPriceProductTradePrice=g39? ram:ItemSellerTradeParty=g18?
  ram:UltimateCustomerOrderReferencedDocument=g20*
 g16 ram:BilledQuantity=v5? ram:ChargeFreeQuantity=v5? ram:PackageQuantity=v5? ram:PerPackageUnitQuantity=v5?
  ram:ShipToTradeParty=g18? ram:UltimateShipToTradeParty=g18? ram:ActualDeliverySupplyChainEvent=g23?
  ram:DespatchAdviceReferencedDocument=g20? ram:ReceivingAdviceReferencedDocument=g20?
  ram:DeliveryNoteReferencedDocument=g20?
 g17 ram:ApplicableTradeTax=g26* ram:BillingSpecifiedPeriod=g8? ram:SpecifiedTradeAllowanceCharge=g27*
  ram:SpecifiedTradeSettlementLineMonetarySummation=g40? ram:InvoiceReferencedDocument=g20?
  ram:AdditionalReferencedDocument=g20* ram:ReceivableSpecifiedTradeAccountingAccount=g32*
 g18 ram:ID=v0* ram:GlobalID=v0* ram:Name=v1? ram:RoleCode=v1? ram:Description=v1?
  ram:SpecifiedLegalOrganization=g41? ram:DefinedTradeContact=g42* ram:PostalTradeAddress=g43?
  ram:URIUniversalCommunication=g44? ram:SpecifiedTaxRegistration=g45?2
 g19 ram:DeliveryTypeCode=v1 ram:RelevantTradeLocation=g46?
 g20 ram:IssuerAssignedID=v0? ram:URIID=v0? ram:LineID=v0? ram:TypeCode=v1? ram:Name=v1?
  ram:AttachmentBinaryObject=v6? ram:ReferenceTypeCode=v1? ram:FormattedIssueDateTime=g47?
 g21 ram:ID=v0 ram:Name=v1
 g22 ram:SpecifiedLogisticsTransportMovement=g48*
 g23 ram:OccurrenceDateTime=g6
 g24 ram:SourceCurrencyCode=v1 ram:TargetCurrencyCode=v1 ram:ConversionRate=v7 ram:ConversionRateDateTime=g6?
 g25 ram:TypeCode=v1 ram:Information=v1? ram:ApplicableTradeSettlementFinancialCard=g49?
  ram:PayerPartyDebtorFinancialAccount=g50? ram:PayeePartyCreditorFinancialAccount=g51?
  ram:PayerSpecifiedDebtorFinancialInstitution=g52? ram:PayeeSpecifiedCreditorFinancialInstitution=g53?
 g26 ram:CalculatedAmount=v8? ram:TypeCode=v1? ram:ExemptionReason=v1? ram:BasisAmount=v8?
  ram:LineTotalBasisAmount=v8? ram:AllowanceChargeBasisAmount=v8? ram:CategoryCode=v1?
  ram:ExemptionReasonCode=v4? ram:TaxPointDate=g54? ram:DueDateTypeCode=v1? ram:RateApplicablePercent=v7?
 g27 ram:ChargeIndicator=g4 ram:SequenceNumeric=v7? ram:CalculationPercent=v7? ram:BasisAmount=v8?
  ram:BasisQuantity=v5? ram:ActualAmount=v8 ram:ReasonCode=v9? ram:Reason=v1? ram:CategoryTradeTax=g26?
 g28 ram:Description=v1 ram:AppliedAmount=v8 ram:AppliedTradeTax=g26+
 g29 ram:Description=v1? ram:DueDateDateTime=g6? ram:DirectDebitMandateID=v0? ram:PartialPaymentAmount=v8?
  ram:ApplicableTradePaymentPenaltyTerms=g55? ram:ApplicableTradePaymentDiscountTerms=g56?
  ram:PayeeTradeParty=g18?
 g30 ram:LineTotalAmount=v8 ram:ChargeTotalAmount=v8? ram:AllowanceTotalAmount=v8? ram:TaxBasisTotalAmount=v8
  ram:TaxTotalAmount=v8?2 ram:RoundingAmount=v8? ram:GrandTotalAmount=v8 ram:TotalPrepaidAmount=v8?
  ram:DuePayableAmount=v8
 g31 ram:Reason=v1 ram:ActualAmount=v8
 g32 ram:ID=v0 ram:TypeCode=v1?
 g33 ram:PaidAmount=v8 ram:FormattedReceivedDateTime=g47? ram:IncludedTradeTax=g26+
  ram:InvoiceSpecifiedReferencedDocument=g20?
 g34 ram:TypeCode=v4? ram:Description=v1? ram:ValueMeasure=v5? ram:Value=v1?
 g35 ram:ClassCode=v4? ram:ClassName=v1?
 g36 ram:BatchID=v0? ram:SupplierAssignedSerialID=v0?
 g37 ram:ID=v1
 g38 ram:ID=v0? ram:GlobalID=v0* ram:SellerAssignedID=v0? ram:BuyerAssignedID=v0? ram:IndustryAssignedID=v0?
  ram:Name=v1 ram:Description=v1? ram:UnitQuantity=v5?
 g39 ram:ChargeAmount=v8 ram:BasisQuantity=v5? ram:AppliedTradeAllowanceCharge=g27* ram:IncludedTradeTax=g26?
 g40 ram:LineTotalAmount=v8? ram:ChargeTotalAmount=v8? ram:AllowanceTotalAmount=v8? ram:TaxTotalAmount=v8?2
  ram:GrandTotalAmount=v8? ram:TotalAllowanceChargeAmount=v8?
 g41 ram:ID=v0? ram:TradingBusinessName=v1? ram:PostalTradeAddress=g43?
 g42 ram:PersonName=v1? ram:DepartmentName=v1? ram:TypeCode=v1? ram:TelephoneUniversalCommunication=g44?
  ram:FaxUniversalCommunication=g44? ram:EmailURIUniversalCommunication=g44?
 g43 ram:PostcodeCode=v4? ram:LineOne=v1? ram:LineTwo=v1? ram:LineThree=v1? ram:CityName=v1? ram:CountryID=v1
  ram:CountrySubDivisionName=v1?
 g44 ram:URIID=v0? ram:CompleteNumber=v1?
 g45 ram:ID=v0
 g46 ram:CountryID=v1? ram:Name=v1?
 g47 qdt:DateTimeString=v3
 g48 ram:ModeCode=v1
 g49 ram:ID=v0 ram:CardholderName=v1?
 g50 ram:IBANID=v0 ram:AccountName=v1?
 g51 ram:IBANID=v0? ram:AccountName=v1? ram:ProprietaryID=v0?
 g52 ram:BICID=v0?
 g53 ram:BICID=v0
 g54 udt:DateString=v3
 g55 ram:BasisDateTime=g6? ram:BasisPeriodMeasure=v5? ram:BasisAmount=v8? ram:CalculationPercent=v7?
  ram:ActualPenaltyAmount=v8?
 g56 ram:BasisDateTime=g6? ram:BasisPeriodMeasure=v5? ram:BasisAmount=v8? ram:CalculationPercent=v7?
  ram:ActualDiscountAmount=v8?`
