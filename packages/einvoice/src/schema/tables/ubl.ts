/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const UBL_TABLE = `ubl:Invoice = g0
 cn:CreditNote = g1
 v0 = text schemeAgencyID schemeAgencyName schemeDataURI schemeID schemeName schemeURI schemeVersionID
 v1 = boolean
 v2 = date
 v3 = time
 v4 = text languageID:language listAgencyID listAgencyName listID listName listSchemeURI listURI listVersionID
  name
 v5 = text languageID:language languageLocaleID
 v6 = decimal format
 v7 = decimal unitCode! unitCodeListVersionID
 v8 = decimal unitCode unitCodeListAgencyID unitCodeListAgencyName unitCodeListID
 v9 = decimal currencyCodeListVersionID currencyID!
 v10 = any
 v11 = base64Binary characterSetCode encodingCode filename format mimeCode! uri
 g0 ext:UBLExtensions=g2? cbc:UBLVersionID=v0? cbc:CustomizationID=v0? cbc:ProfileID=v0?
  cbc:ProfileExecutionID=v0? cbc:ID=v0 cbc:CopyIndicator=v1? cbc:UUID=v0? cbc:IssueDate=v2 cbc:IssueTime=v3?
  cbc:DueDate=v2? cbc:InvoiceTypeCode=v4? cbc:Note=v5* cbc:TaxPointDate=v2? cbc:DocumentCurrencyCode=v4?
  cbc:TaxCurrencyCode=v4? cbc:PricingCurrencyCode=v4? cbc:PaymentCurrencyCode=v4?
  cbc:PaymentAlternativeCurrencyCode=v4? cbc:AccountingCostCode=v4? cbc:AccountingCost=v5?
  cbc:LineCountNumeric=v6? cbc:BuyerReference=v5? cac:InvoicePeriod=g3* cac:OrderReference=g4?
  cac:BillingReference=g5* cac:DespatchDocumentReference=g6* cac:ReceiptDocumentReference=g6*
  cac:StatementDocumentReference=g6* cac:OriginatorDocumentReference=g6* cac:ContractDocumentReference=g6*
  cac:AdditionalDocumentReference=g6* cac:ProjectReference=g7* cac:Signature=g8*
  cac:AccountingSupplierParty=g9 cac:AccountingCustomerParty=g10 cac:PayeeParty=g11?
  cac:BuyerCustomerParty=g10? cac:SellerSupplierParty=g9? cac:TaxRepresentativeParty=g11? cac:Delivery=g12*
  cac:DeliveryTerms=g13? cac:PaymentMeans=g14* cac:PaymentTerms=g15* cac:PrepaidPayment=g16*
  cac:AllowanceCharge=g17* cac:TaxExchangeRate=g18? cac:PricingExchangeRate=g18? cac:PaymentExchangeRate=g18?
  cac:PaymentAlternativeExchangeRate=g18? cac:TaxTotal=g19* cac:WithholdingTaxTotal=g19*
  cac:LegalMonetaryTotal=g20 cac:InvoiceLine=g21+
 g1 ext:UBLExtensions=g2? cbc:UBLVersionID=v0? cbc:CustomizationID=v0? cbc:ProfileID=v0?
  cbc:ProfileExecutionID=v0? cbc:ID=v0 cbc:CopyIndicator=v1? cbc:UUID=v0? cbc:IssueDate=v2 cbc:IssueTime=v3?
  cbc:TaxPointDate=v2? cbc:CreditNoteTypeCode=v4? cbc:Note=v5* cbc:DocumentCurrencyCode=v4?
  cbc:TaxCurrencyCode=v4? cbc:PricingCurrencyCode=v4? cbc:PaymentCurrencyCode=v4?
  cbc:PaymentAlternativeCurrencyCode=v4? cbc:AccountingCostCode=v4? cbc:AccountingCost=v5?
  cbc:LineCountNumeric=v6? cbc:BuyerReference=v5? cac:InvoicePeriod=g3* cac:DiscrepancyResponse=g22*
  cac:OrderReference=g4? cac:BillingReference=g5* cac:DespatchDocumentReference=g6*
  cac:ReceiptDocumentReference=g6* cac:ContractDocumentReference=g6* cac:AdditionalDocumentReference=g6*
  cac:StatementDocumentReference=g6* cac:OriginatorDocumentReference=g6* cac:Signature=g8*
  cac:AccountingSupplierParty=g9 cac:AccountingCustomerParty=g10 cac:PayeeParty=g11?
  cac:BuyerCustomerParty=g10? cac:SellerSupplierParty=g9? cac:TaxRepresentativeParty=g11? cac:Delivery=g12*
  cac:DeliveryTerms=g13* cac:PaymentMeans=g14* cac:PaymentTerms=g15* cac:TaxExchangeRate=g18?
  cac:PricingExchangeRate=g18? cac:PaymentExchangeRate=g18? cac:PaymentAlternativeExchangeRate=g18?
  cac:AllowanceCharge=g17* cac:TaxTotal=g19* cac:LegalMonetaryTotal=g20 cac:CreditNoteLine=g23+
 g2 ext:UBLExtension=g24+
 g3 cbc:StartDate=v2? cbc:StartTime=v3? cbc:EndDate=v2? cbc:EndTime=v3? cbc:DurationMeasure=v7?
  cbc:DescriptionCode=v4* cbc:Description=v5*
 g4 cbc:ID=v0 cbc:SalesOrderID=v0? cbc:CopyIndicator=v1? cbc:UUID=v0? cbc:IssueDate=v2? cbc:IssueTime=v3?
  cbc:CustomerReference=v5? cbc:OrderTypeCode=v4? cac:DocumentReference=g6?
 g5 cac:InvoiceDocumentReference=g6? cac:SelfBilledInvoiceDocumentReference=g6?
  cac:CreditNoteDocumentReference=g6? cac:SelfBilledCreditNoteDocumentReference=g6?
  cac:DebitNoteDocumentReference=g6? cac:ReminderDocumentReference=g6? cac:AdditionalDocumentReference=g6?
  cac:BillingReferenceLine=g25*
 g6 cbc:ID=v0 cbc:CopyIndicator=v1? cbc:UUID=v0? cbc:IssueDate=v2? cbc:IssueTime=v3? cbc:DocumentTypeCode=v4?
  cbc:DocumentType=v5? cbc:XPath=v5* cbc:LanguageID=v0? cbc:LocaleCode=v4? cbc:VersionID=v0?
  cbc:DocumentStatusCode=v4? cbc:DocumentDescription=v5* cac:Attachment=g26? cac:ValidityPeriod=g3?
  cac:IssuerParty=g11? cac:ResultOfVerification=g27?
 g7 cbc:ID=v0 cbc:UUID=v0? cbc:IssueDate=v2? cac:WorkPhaseReference=g28*
 g8 cbc:ID=v0 cbc:Note=v5* cbc:ValidationDate=v2? cbc:ValidationTime=v3? cbc:ValidatorID=v0?
  cbc:CanonicalizationMethod=v5? cbc:SignatureMethod=v5? cac:SignatoryParty=g11?
  cac:DigitalSignatureAttachment=g26? cac:OriginalDocumentReference=g6?
 g9 cbc:CustomerAssignedAccountID=v0? cbc:AdditionalAccountID=v0* cbc:DataSendingCapability=v5? cac:Party=g11?
  cac:DespatchContact=g29? cac:AccountingContact=g29? cac:SellerContact=g29?
 g10 cbc:CustomerAssignedAccountID=v0? cbc:SupplierAssignedAccountID=v0? cbc:AdditionalAccountID=v0*
  cac:Party=g11? cac:DeliveryContact=g29? cac:AccountingContact=g29? cac:BuyerContact=g29?
 g11 cbc:MarkCareIndicator=v1? cbc:MarkAttentionIndicator=v1? cbc:WebsiteURI=v0? cbc:LogoReferenceID=v0?
  cbc:EndpointID=v0? cbc:IndustryClassificationCode=v4? cac:PartyIdentification=g30* cac:PartyName=g31*
  cac:Language=g32? cac:PostalAddress=g33? cac:PhysicalLocation=g34? cac:PartyTaxScheme=g35*
  cac:PartyLegalEntity=g36* cac:Contact=g29? cac:Person=g37* cac:AgentParty=g11? cac:ServiceProviderParty=g38*
  cac:PowerOfAttorney=g39* cac:FinancialAccount=g40?
 g12 cbc:ID=v0? cbc:Quantity=v8? cbc:MinimumQuantity=v8? cbc:MaximumQuantity=v8? cbc:ActualDeliveryDate=v2?
  cbc:ActualDeliveryTime=v3? cbc:LatestDeliveryDate=v2? cbc:LatestDeliveryTime=v3? cbc:ReleaseID=v0?
  cbc:TrackingID=v0? cac:DeliveryAddress=g33? cac:DeliveryLocation=g34? cac:AlternativeDeliveryLocation=g34?
  cac:RequestedDeliveryPeriod=g3? cac:PromisedDeliveryPeriod=g3? cac:EstimatedDeliveryPeriod=g3?
  cac:CarrierParty=g11? cac:DeliveryParty=g11? cac:NotifyParty=g11* cac:Despatch=g41? cac:DeliveryTerms=g13*
  cac:MinimumDeliveryUnit=g42? cac:MaximumDeliveryUnit=g42? cac:Shipment=g43?
 g13 cbc:ID=v0? cbc:SpecialTerms=v5* cbc:LossRiskResponsibilityCode=v4? cbc:LossRisk=v5* cbc:Amount=v9?
  cac:DeliveryLocation=g34? cac:AllowanceCharge=g17?
 g14 cbc:ID=v0? cbc:PaymentMeansCode=v4 cbc:PaymentDueDate=v2? cbc:PaymentChannelCode=v4? cbc:InstructionID=v0?
  cbc:InstructionNote=v5* cbc:PaymentID=v0* cac:CardAccount=g44? cac:PayerFinancialAccount=g40?
  cac:PayeeFinancialAccount=g40? cac:CreditAccount=g45? cac:PaymentMandate=g46? cac:TradeFinancing=g47?
 g15 cbc:ID=v0? cbc:PaymentMeansID=v0* cbc:PrepaidPaymentReferenceID=v0? cbc:Note=v5*
  cbc:ReferenceEventCode=v4? cbc:SettlementDiscountPercent=v6? cbc:PenaltySurchargePercent=v6?
  cbc:PaymentPercent=v6? cbc:Amount=v9? cbc:SettlementDiscountAmount=v9? cbc:PenaltyAmount=v9?
  cbc:PaymentTermsDetailsURI=v0? cbc:PaymentDueDate=v2? cbc:InstallmentDueDate=v2?
  cbc:InvoicingPartyReference=v5? cac:SettlementPeriod=g3? cac:PenaltyPeriod=g3? cac:ExchangeRate=g18?
  cac:ValidityPeriod=g3?
 g16 cbc:ID=v0? cbc:PaidAmount=v9? cbc:ReceivedDate=v2? cbc:PaidDate=v2? cbc:PaidTime=v3? cbc:InstructionID=v0?
 g17 cbc:ID=v0? cbc:ChargeIndicator=v1 cbc:AllowanceChargeReasonCode=v4? cbc:AllowanceChargeReason=v5*
  cbc:MultiplierFactorNumeric=v6? cbc:PrepaidIndicator=v1? cbc:SequenceNumeric=v6? cbc:Amount=v9
  cbc:BaseAmount=v9? cbc:AccountingCostCode=v4? cbc:AccountingCost=v5? cbc:PerUnitAmount=v9?
  cac:TaxCategory=g48* cac:TaxTotal=g19? cac:PaymentMeans=g14*
 g18 cbc:SourceCurrencyCode=v4 cbc:SourceCurrencyBaseRate=v6? cbc:TargetCurrencyCode=v4
  cbc:TargetCurrencyBaseRate=v6? cbc:ExchangeMarketID=v0? cbc:CalculationRate=v6?
  cbc:MathematicOperatorCode=v4? cbc:Date=v2? cac:ForeignExchangeContract=g49?
 g19 cbc:TaxAmount=v9 cbc:RoundingAmount=v9? cbc:TaxEvidenceIndicator=v1? cbc:TaxIncludedIndicator=v1?
  cac:TaxSubtotal=g50*
 g20 cbc:LineExtensionAmount=v9? cbc:TaxExclusiveAmount=v9? cbc:TaxInclusiveAmount=v9?
  cbc:AllowanceTotalAmount=v9? cbc:ChargeTotalAmount=v9? cbc:PrepaidAmount=v9? cbc:PayableRoundingAmount=v9?
  cbc:PayableAmount=v9 cbc:PayableAlternativeAmount=v9?
 g21 cbc:ID=v0 cbc:UUID=v0? cbc:Note=v5* cbc:InvoicedQuantity=v8? cbc:LineExtensionAmount=v9
  cbc:TaxPointDate=v2? cbc:AccountingCostCode=v4? cbc:AccountingCost=v5? cbc:PaymentPurposeCode=v4?
  cbc:FreeOfChargeIndicator=v1? cac:InvoicePeriod=g3* cac:OrderLineReference=g51*
  cac:DespatchLineReference=g52* cac:ReceiptLineReference=g52* cac:BillingReference=g5*
  cac:DocumentReference=g6* cac:PricingReference=g53? cac:OriginatorParty=g11? cac:Delivery=g12*
  cac:PaymentTerms=g15* cac:AllowanceCharge=g17* cac:TaxTotal=g19* cac:WithholdingTaxTotal=g19* cac:Item=g54
  cac:Price=g55? cac:DeliveryTerms=g13? cac:SubInvoiceLine=g21* cac:ItemPriceExtension=g56?
 g22 cbc:ReferenceID=v0? cbc:ResponseCode=v4? cbc:Description=v5* cbc:EffectiveDate=v2? cbc:EffectiveTime=v3?
  cac:Status=g57*
 g23 cbc:ID=v0 cbc:UUID=v0? cbc:Note=v5* cbc:CreditedQuantity=v8? cbc:LineExtensionAmount=v9?
  cbc:TaxPointDate=v2? cbc:AccountingCostCode=v4? cbc:AccountingCost=v5? cbc:PaymentPurposeCode=v4?
  cbc:FreeOfChargeIndicator=v1? cac:InvoicePeriod=g3* cac:OrderLineReference=g51* cac:DiscrepancyResponse=g22*
  cac:DespatchLineReference=g52* cac:ReceiptLineReference=g52* cac:BillingReference=g5*
  cac:DocumentReference=g6* cac:PricingReference=g53? cac:OriginatorParty=g11? cac:Delivery=g12*
  cac:PaymentTerms=g15* cac:TaxTotal=g19* cac:AllowanceCharge=g17* cac:Item=g54? cac:Price=g55?
  cac:DeliveryTerms=g13* cac:SubCreditNoteLine=g23* cac:ItemPriceExtension=g56?
 g24 cbc:ID=v0? cbc:Name=v5? ext:ExtensionAgencyID=v0? ext:ExtensionAgencyName=v5? ext:ExtensionVersionID=v0?
  ext:ExtensionAgencyURI=v0? ext:ExtensionURI=v0? ext:ExtensionReasonCode=v4? ext:ExtensionReason=v5?
  ext:ExtensionContent=v10
 g25 cbc:ID=v0 cbc:Amount=v9? cac:AllowanceCharge=g17*
 g26 cbc:EmbeddedDocumentBinaryObject=v11? cac:ExternalReference=g58?
 g27 cbc:ValidatorID=v0? cbc:ValidationResultCode=v4? cbc:ValidationDate=v2? cbc:ValidationTime=v3?
  cbc:ValidateProcess=v5? cbc:ValidateTool=v5? cbc:ValidateToolVersion=v5? cac:SignatoryParty=g11?
 g28 cbc:ID=v0? cbc:WorkPhaseCode=v4? cbc:WorkPhase=v5* cbc:ProgressPercent=v6? cbc:StartDate=v2?
  cbc:EndDate=v2? cac:WorkOrderDocumentReference=g6*
 g29 cbc:ID=v0? cbc:Name=v5? cbc:Telephone=v5? cbc:Telefax=v5? cbc:ElectronicMail=v5? cbc:Note=v5*
  cac:OtherCommunication=g59*
 g30 cbc:ID=v0
 g31 cbc:Name=v5
 g32 cbc:ID=v0? cbc:Name=v5? cbc:LocaleCode=v4?
 g33 cbc:ID=v0? cbc:AddressTypeCode=v4? cbc:AddressFormatCode=v4? cbc:Postbox=v5? cbc:Floor=v5? cbc:Room=v5?
  cbc:StreetName=v5? cbc:AdditionalStreetName=v5? cbc:BlockName=v5? cbc:BuildingName=v5?
  cbc:BuildingNumber=v5? cbc:InhouseMail=v5? cbc:Department=v5? cbc:MarkAttention=v5? cbc:MarkCare=v5?
  cbc:PlotIdentification=v5? cbc:CitySubdivisionName=v5? cbc:CityName=v5? cbc:PostalZone=v5?
  cbc:CountrySubentity=v5? cbc:CountrySubentityCode=v4? cbc:Region=v5? cbc:District=v5? cbc:TimezoneOffset=v5?
  cac:AddressLine=g60* cac:Country=g61? cac:LocationCoordinate=g62*
 g34 cbc:ID=v0? cbc:Description=v5* cbc:Conditions=v5* cbc:CountrySubentity=v5? cbc:CountrySubentityCode=v4?
  cbc:LocationTypeCode=v4? cbc:InformationURI=v0? cbc:Name=v5? cac:ValidityPeriod=g3* cac:Address=g33?
  cac:SubsidiaryLocation=g34* cac:LocationCoordinate=g62*
 g35 cbc:RegistrationName=v5? cbc:CompanyID=v0? cbc:TaxLevelCode=v4? cbc:ExemptionReasonCode=v4?
  cbc:ExemptionReason=v5* cac:RegistrationAddress=g33? cac:TaxScheme=g63
 g36 cbc:RegistrationName=v5? cbc:CompanyID=v0? cbc:RegistrationDate=v2? cbc:RegistrationExpirationDate=v2?
  cbc:CompanyLegalFormCode=v4? cbc:CompanyLegalForm=v5? cbc:SoleProprietorshipIndicator=v1?
  cbc:CompanyLiquidationStatusCode=v4? cbc:CorporateStockAmount=v9? cbc:FullyPaidSharesIndicator=v1?
  cac:RegistrationAddress=g33? cac:CorporateRegistrationScheme=g64? cac:HeadOfficeParty=g11?
  cac:ShareholderParty=g65*
 g37 cbc:ID=v0? cbc:FirstName=v5? cbc:FamilyName=v5? cbc:Title=v5? cbc:MiddleName=v5? cbc:OtherName=v5?
  cbc:NameSuffix=v5? cbc:JobTitle=v5? cbc:NationalityID=v0? cbc:GenderCode=v4? cbc:BirthDate=v2?
  cbc:BirthplaceName=v5? cbc:OrganizationDepartment=v5? cac:Contact=g29? cac:FinancialAccount=g40?
  cac:IdentityDocumentReference=g6* cac:ResidenceAddress=g33?
 g38 cbc:ID=v0? cbc:ServiceTypeCode=v4? cbc:ServiceType=v5* cac:Party=g11 cac:SellerContact=g29?
 g39 cbc:ID=v0? cbc:IssueDate=v2? cbc:IssueTime=v3? cbc:Description=v5* cac:NotaryParty=g11? cac:AgentParty=g11
  cac:WitnessParty=g11* cac:MandateDocumentReference=g6*
 g40 cbc:ID=v0? cbc:Name=v5? cbc:AliasName=v5? cbc:AccountTypeCode=v4? cbc:AccountFormatCode=v4?
  cbc:CurrencyCode=v4? cbc:PaymentNote=v5* cac:FinancialInstitutionBranch=g66? cac:Country=g61?
 g41 cbc:ID=v0? cbc:RequestedDespatchDate=v2? cbc:RequestedDespatchTime=v3? cbc:EstimatedDespatchDate=v2?
  cbc:EstimatedDespatchTime=v3? cbc:ActualDespatchDate=v2? cbc:ActualDespatchTime=v3?
  cbc:GuaranteedDespatchDate=v2? cbc:GuaranteedDespatchTime=v3? cbc:ReleaseID=v0? cbc:Instructions=v5*
  cac:DespatchAddress=g33? cac:DespatchLocation=g34? cac:DespatchParty=g11? cac:CarrierParty=g11?
  cac:NotifyParty=g11* cac:Contact=g29? cac:EstimatedDespatchPeriod=g3? cac:RequestedDespatchPeriod=g3?
 g42 cbc:BatchQuantity=v8 cbc:ConsumerUnitQuantity=v8? cbc:HazardousRiskIndicator=v1?
 g43 cbc:ID=v0 cbc:ShippingPriorityLevelCode=v4? cbc:HandlingCode=v4? cbc:HandlingInstructions=v5*
  cbc:Information=v5* cbc:GrossWeightMeasure=v7? cbc:NetWeightMeasure=v7? cbc:NetNetWeightMeasure=v7?
  cbc:GrossVolumeMeasure=v7? cbc:NetVolumeMeasure=v7? cbc:TotalGoodsItemQuantity=v8?
  cbc:TotalTransportHandlingUnitQuantity=v8? cbc:InsuranceValueAmount=v9? cbc:DeclaredCustomsValueAmount=v9?
  cbc:DeclaredForCarriageValueAmount=v9? cbc:DeclaredStatisticsValueAmount=v9? cbc:FreeOnBoardValueAmount=v9?
  cbc:SpecialInstructions=v5* cbc:DeliveryInstructions=v5* cbc:SplitConsignmentIndicator=v1?
  cbc:ConsignmentQuantity=v8? cac:Consignment=g67* cac:GoodsItem=g68* cac:ShipmentStage=g69* cac:Delivery=g12?
  cac:TransportHandlingUnit=g70* cac:ReturnAddress=g33? cac:OriginAddress=g33?
  cac:FirstArrivalPortLocation=g34? cac:LastExitPortLocation=g34? cac:ExportCountry=g61?
  cac:FreightAllowanceCharge=g17*
 g44 cbc:PrimaryAccountNumberID=v0 cbc:NetworkID=v0 cbc:CardTypeCode=v4? cbc:ValidityStartDate=v2?
  cbc:ExpiryDate=v2? cbc:IssuerID=v0? cbc:IssueNumberID=v0? cbc:CV2ID=v0? cbc:CardChipCode=v4?
  cbc:ChipApplicationID=v0? cbc:HolderName=v5?
 g45 cbc:AccountID=v0
 g46 cbc:ID=v0? cbc:MandateTypeCode=v4? cbc:MaximumPaymentInstructionsNumeric=v6? cbc:MaximumPaidAmount=v9?
  cbc:SignatureID=v0? cac:PayerParty=g11? cac:PayerFinancialAccount=g40? cac:ValidityPeriod=g3?
  cac:PaymentReversalPeriod=g3? cac:Clause=g71*
 g47 cbc:ID=v0? cbc:FinancingInstrumentCode=v4? cac:ContractDocumentReference=g6? cac:DocumentReference=g6*
  cac:FinancingParty=g11 cac:FinancingFinancialAccount=g40? cac:Clause=g71*
 g48 cbc:ID=v0? cbc:Name=v5? cbc:Percent=v6? cbc:BaseUnitMeasure=v7? cbc:PerUnitAmount=v9?
  cbc:TaxExemptionReasonCode=v4? cbc:TaxExemptionReason=v5* cbc:TierRange=v5? cbc:TierRatePercent=v6?
  cac:TaxScheme=g63
 g49 cbc:ID=v0? cbc:IssueDate=v2? cbc:IssueTime=v3? cbc:NominationDate=v2? cbc:NominationTime=v3?
  cbc:ContractTypeCode=v4? cbc:ContractType=v5? cbc:Note=v5* cbc:VersionID=v0? cbc:Description=v5*
  cac:ValidityPeriod=g3? cac:ContractDocumentReference=g6* cac:NominationPeriod=g3?
  cac:ContractualDelivery=g12?
 g50 cbc:TaxableAmount=v9? cbc:TaxAmount=v9 cbc:CalculationSequenceNumeric=v6?
  cbc:TransactionCurrencyTaxAmount=v9? cbc:Percent=v6? cbc:BaseUnitMeasure=v7? cbc:PerUnitAmount=v9?
  cbc:TierRange=v5? cbc:TierRatePercent=v6? cac:TaxCategory=g48
 g51 cbc:LineID=v0 cbc:SalesOrderLineID=v0? cbc:UUID=v0? cbc:LineStatusCode=v4? cac:OrderReference=g4?
 g52 cbc:LineID=v0 cbc:UUID=v0? cbc:LineStatusCode=v4? cac:DocumentReference=g6?
 g53 cac:OriginalItemLocationQuantity=g72? cac:AlternativeConditionPrice=g55*
 g54 cbc:Description=v5* cbc:PackQuantity=v8? cbc:PackSizeNumeric=v6? cbc:CatalogueIndicator=v1? cbc:Name=v5?
  cbc:HazardousRiskIndicator=v1? cbc:AdditionalInformation=v5* cbc:Keyword=v5* cbc:BrandName=v5*
  cbc:ModelName=v5* cac:BuyersItemIdentification=g73? cac:SellersItemIdentification=g73?
  cac:ManufacturersItemIdentification=g73* cac:StandardItemIdentification=g73?
  cac:CatalogueItemIdentification=g73? cac:AdditionalItemIdentification=g73*
  cac:CatalogueDocumentReference=g6? cac:ItemSpecificationDocumentReference=g6* cac:OriginCountry=g61?
  cac:CommodityClassification=g74* cac:TransactionConditions=g75* cac:HazardousItem=g76*
  cac:ClassifiedTaxCategory=g48* cac:AdditionalItemProperty=g77* cac:ManufacturerParty=g11*
  cac:InformationContentProviderParty=g11? cac:OriginAddress=g33* cac:ItemInstance=g78* cac:Certificate=g79*
  cac:Dimension=g80*
 g55 cbc:PriceAmount=v9 cbc:BaseQuantity=v8? cbc:PriceChangeReason=v5* cbc:PriceTypeCode=v4? cbc:PriceType=v5?
  cbc:OrderableUnitFactorRate=v6? cac:ValidityPeriod=g3* cac:PriceList=g81? cac:AllowanceCharge=g17*
  cac:PricingExchangeRate=g18?
 g56 cbc:Amount=v9 cac:TaxTotal=g19*
 g57 cbc:ConditionCode=v4? cbc:ReferenceDate=v2? cbc:ReferenceTime=v3? cbc:Description=v5*
  cbc:StatusReasonCode=v4? cbc:StatusReason=v5* cbc:SequenceID=v0? cbc:Text=v5* cbc:IndicationIndicator=v1?
  cbc:Percent=v6? cbc:ReliabilityPercent=v6? cac:Condition=g82*
 g58 cbc:URI=v0? cbc:DocumentHash=v5? cbc:HashAlgorithmMethod=v5? cbc:ExpiryDate=v2? cbc:ExpiryTime=v3?
  cbc:MimeCode=v4? cbc:FormatCode=v4? cbc:EncodingCode=v4? cbc:CharacterSetCode=v4? cbc:FileName=v5?
  cbc:Description=v5*
 g59 cbc:ChannelCode=v4? cbc:Channel=v5? cbc:Value=v5?
 g60 cbc:Line=v5
 g61 cbc:IdentificationCode=v4? cbc:Name=v5?
 g62 cbc:CoordinateSystemCode=v4? cbc:LatitudeDegreesMeasure=v7? cbc:LatitudeMinutesMeasure=v7?
  cbc:LatitudeDirectionCode=v4? cbc:LongitudeDegreesMeasure=v7? cbc:LongitudeMinutesMeasure=v7?
  cbc:LongitudeDirectionCode=v4? cbc:AltitudeMeasure=v7?
 g63 cbc:ID=v0? cbc:Name=v5? cbc:TaxTypeCode=v4? cbc:CurrencyCode=v4? cac:JurisdictionRegionAddress=g33*
 g64 cbc:ID=v0? cbc:Name=v5? cbc:CorporateRegistrationTypeCode=v4? cac:JurisdictionRegionAddress=g33*
 g65 cbc:PartecipationPercent=v6? cac:Party=g11?
 g66 cbc:ID=v0? cbc:Name=v5? cac:FinancialInstitution=g83? cac:Address=g33?
 g67 cbc:ID=v0 cbc:CarrierAssignedID=v0? cbc:ConsigneeAssignedID=v0? cbc:ConsignorAssignedID=v0?
  cbc:FreightForwarderAssignedID=v0? cbc:BrokerAssignedID=v0? cbc:ContractedCarrierAssignedID=v0?
  cbc:PerformingCarrierAssignedID=v0? cbc:SummaryDescription=v5* cbc:TotalInvoiceAmount=v9?
  cbc:DeclaredCustomsValueAmount=v9? cbc:TariffDescription=v5* cbc:TariffCode=v4?
  cbc:InsurancePremiumAmount=v9? cbc:GrossWeightMeasure=v7? cbc:NetWeightMeasure=v7?
  cbc:NetNetWeightMeasure=v7? cbc:ChargeableWeightMeasure=v7? cbc:GrossVolumeMeasure=v7?
  cbc:NetVolumeMeasure=v7? cbc:LoadingLengthMeasure=v7? cbc:Remarks=v5* cbc:HazardousRiskIndicator=v1?
  cbc:AnimalFoodIndicator=v1? cbc:HumanFoodIndicator=v1? cbc:LivestockIndicator=v1? cbc:BulkCargoIndicator=v1?
  cbc:ContainerizedIndicator=v1? cbc:GeneralCargoIndicator=v1? cbc:SpecialSecurityIndicator=v1?
  cbc:ThirdPartyPayerIndicator=v1? cbc:CarrierServiceInstructions=v5*
  cbc:CustomsClearanceServiceInstructions=v5* cbc:ForwarderServiceInstructions=v5*
  cbc:SpecialServiceInstructions=v5* cbc:SequenceID=v0? cbc:ShippingPriorityLevelCode=v4? cbc:HandlingCode=v4?
  cbc:HandlingInstructions=v5* cbc:Information=v5* cbc:TotalGoodsItemQuantity=v8?
  cbc:TotalTransportHandlingUnitQuantity=v8? cbc:InsuranceValueAmount=v9?
  cbc:DeclaredForCarriageValueAmount=v9? cbc:DeclaredStatisticsValueAmount=v9? cbc:FreeOnBoardValueAmount=v9?
  cbc:SpecialInstructions=v5* cbc:SplitConsignmentIndicator=v1? cbc:DeliveryInstructions=v5*
  cbc:ConsignmentQuantity=v8? cbc:ConsolidatableIndicator=v1? cbc:HaulageInstructions=v5*
  cbc:LoadingSequenceID=v0? cbc:ChildConsignmentQuantity=v8? cbc:TotalPackagesQuantity=v8?
  cac:ConsolidatedShipment=g43* cac:CustomsDeclaration=g84* cac:RequestedPickupTransportEvent=g85?
  cac:RequestedDeliveryTransportEvent=g85? cac:PlannedPickupTransportEvent=g85?
  cac:PlannedDeliveryTransportEvent=g85? cac:Status=g57* cac:ChildConsignment=g67* cac:ConsigneeParty=g11?
  cac:ExporterParty=g11? cac:ConsignorParty=g11? cac:ImporterParty=g11? cac:CarrierParty=g11?
  cac:FreightForwarderParty=g11? cac:NotifyParty=g11? cac:OriginalDespatchParty=g11?
  cac:FinalDeliveryParty=g11? cac:PerformingCarrierParty=g11? cac:SubstituteCarrierParty=g11?
  cac:LogisticsOperatorParty=g11? cac:TransportAdvisorParty=g11? cac:HazardousItemNotificationParty=g11?
  cac:InsuranceParty=g11? cac:MortgageHolderParty=g11? cac:BillOfLadingHolderParty=g11?
  cac:OriginalDepartureCountry=g61? cac:FinalDestinationCountry=g61? cac:TransitCountry=g61*
  cac:TransportContract=g49? cac:TransportEvent=g85* cac:OriginalDespatchTransportationService=g86?
  cac:FinalDeliveryTransportationService=g86? cac:DeliveryTerms=g13? cac:PaymentTerms=g15?
  cac:CollectPaymentTerms=g15? cac:DisbursementPaymentTerms=g15? cac:PrepaidPaymentTerms=g15?
  cac:FreightAllowanceCharge=g17* cac:ExtraAllowanceCharge=g17* cac:MainCarriageShipmentStage=g69*
  cac:PreCarriageShipmentStage=g69* cac:OnCarriageShipmentStage=g69* cac:TransportHandlingUnit=g70*
  cac:FirstArrivalPortLocation=g34? cac:LastExitPortLocation=g34?
 g68 cbc:ID=v0? cbc:SequenceNumberID=v0? cbc:Description=v5* cbc:HazardousRiskIndicator=v1?
  cbc:DeclaredCustomsValueAmount=v9? cbc:DeclaredForCarriageValueAmount=v9?
  cbc:DeclaredStatisticsValueAmount=v9? cbc:FreeOnBoardValueAmount=v9? cbc:InsuranceValueAmount=v9?
  cbc:ValueAmount=v9? cbc:GrossWeightMeasure=v7? cbc:NetWeightMeasure=v7? cbc:NetNetWeightMeasure=v7?
  cbc:ChargeableWeightMeasure=v7? cbc:GrossVolumeMeasure=v7? cbc:NetVolumeMeasure=v7? cbc:Quantity=v8?
  cbc:PreferenceCriterionCode=v4? cbc:RequiredCustomsID=v0? cbc:CustomsStatusCode=v4?
  cbc:CustomsTariffQuantity=v8? cbc:CustomsImportClassifiedIndicator=v1? cbc:ChargeableQuantity=v8?
  cbc:ReturnableQuantity=v8? cbc:TraceID=v0? cac:Item=g54* cac:GoodsItemContainer=g87*
  cac:FreightAllowanceCharge=g17* cac:InvoiceLine=g21* cac:Temperature=g88* cac:ContainedGoodsItem=g68*
  cac:OriginAddress=g33? cac:Delivery=g12? cac:Pickup=g89? cac:Despatch=g41? cac:MeasurementDimension=g80*
  cac:ContainingPackage=g90* cac:ShipmentDocumentReference=g6? cac:MinimumTemperature=g88?
  cac:MaximumTemperature=g88?
 g69 cbc:ID=v0? cbc:TransportModeCode=v4? cbc:TransportMeansTypeCode=v4? cbc:TransitDirectionCode=v4?
  cbc:PreCarriageIndicator=v1? cbc:OnCarriageIndicator=v1? cbc:EstimatedDeliveryDate=v2?
  cbc:EstimatedDeliveryTime=v3? cbc:RequiredDeliveryDate=v2? cbc:RequiredDeliveryTime=v3?
  cbc:LoadingSequenceID=v0? cbc:SuccessiveSequenceID=v0? cbc:Instructions=v5* cbc:DemurrageInstructions=v5*
  cbc:CrewQuantity=v8? cbc:PassengerQuantity=v8? cac:TransitPeriod=g3? cac:CarrierParty=g11*
  cac:TransportMeans=g91? cac:LoadingPortLocation=g34? cac:UnloadingPortLocation=g34?
  cac:TransshipPortLocation=g34? cac:LoadingTransportEvent=g85? cac:ExaminationTransportEvent=g85?
  cac:AvailabilityTransportEvent=g85? cac:ExportationTransportEvent=g85? cac:DischargeTransportEvent=g85?
  cac:WarehousingTransportEvent=g85? cac:TakeoverTransportEvent=g85? cac:OptionalTakeoverTransportEvent=g85?
  cac:DropoffTransportEvent=g85? cac:ActualPickupTransportEvent=g85? cac:DeliveryTransportEvent=g85?
  cac:ReceiptTransportEvent=g85? cac:StorageTransportEvent=g85? cac:AcceptanceTransportEvent=g85?
  cac:TerminalOperatorParty=g11? cac:CustomsAgentParty=g11? cac:EstimatedTransitPeriod=g3?
  cac:FreightAllowanceCharge=g17* cac:FreightChargeLocation=g34? cac:DetentionTransportEvent=g85*
  cac:RequestedDepartureTransportEvent=g85? cac:RequestedArrivalTransportEvent=g85?
  cac:RequestedWaypointTransportEvent=g85* cac:PlannedDepartureTransportEvent=g85?
  cac:PlannedArrivalTransportEvent=g85? cac:PlannedWaypointTransportEvent=g85*
  cac:ActualDepartureTransportEvent=g85? cac:ActualWaypointTransportEvent=g85?
  cac:ActualArrivalTransportEvent=g85? cac:TransportEvent=g85* cac:EstimatedDepartureTransportEvent=g85?
  cac:EstimatedArrivalTransportEvent=g85? cac:PassengerPerson=g37* cac:DriverPerson=g37*
  cac:ReportingPerson=g37? cac:CrewMemberPerson=g37* cac:SecurityOfficerPerson=g37? cac:MasterPerson=g37?
  cac:ShipsSurgeonPerson=g37?
 g70 cbc:ID=v0? cbc:TransportHandlingUnitTypeCode=v4? cbc:HandlingCode=v4? cbc:HandlingInstructions=v5*
  cbc:HazardousRiskIndicator=v1? cbc:TotalGoodsItemQuantity=v8? cbc:TotalPackageQuantity=v8?
  cbc:DamageRemarks=v5* cbc:ShippingMarks=v5* cbc:TraceID=v0? cac:HandlingUnitDespatchLine=g92*
  cac:ActualPackage=g90* cac:ReceivedHandlingUnitReceiptLine=g93* cac:TransportEquipment=g94*
  cac:TransportMeans=g91* cac:HazardousGoodsTransit=g95* cac:MeasurementDimension=g80*
  cac:MinimumTemperature=g88? cac:MaximumTemperature=g88? cac:GoodsItem=g68*
  cac:FloorSpaceMeasurementDimension=g80? cac:PalletSpaceMeasurementDimension=g80?
  cac:ShipmentDocumentReference=g6* cac:Status=g57* cac:CustomsDeclaration=g84* cac:ReferencedShipment=g43*
  cac:Package=g90*
 g71 cbc:ID=v0? cbc:Content=v5*
 g72 cbc:LeadTimeMeasure=v7? cbc:MinimumQuantity=v8? cbc:MaximumQuantity=v8? cbc:HazardousRiskIndicator=v1?
  cbc:TradingRestrictions=v5* cac:ApplicableTerritoryAddress=g33* cac:Price=g55? cac:DeliveryUnit=g42*
  cac:ApplicableTaxCategory=g48* cac:Package=g90? cac:AllowanceCharge=g17* cac:DependentPriceReference=g96?
 g73 cbc:ID=v0 cbc:ExtendedID=v0? cbc:BarcodeSymbologyID=v0? cac:PhysicalAttribute=g97*
  cac:MeasurementDimension=g80* cac:IssuerParty=g11?
 g74 cbc:NatureCode=v4? cbc:CargoTypeCode=v4? cbc:CommodityCode=v4? cbc:ItemClassificationCode=v4?
 g75 cbc:ID=v0? cbc:ActionCode=v4? cbc:Description=v5* cac:DocumentReference=g6*
 g76 cbc:ID=v0? cbc:PlacardNotation=v5? cbc:PlacardEndorsement=v5? cbc:AdditionalInformation=v5*
  cbc:UNDGCode=v4? cbc:EmergencyProceduresCode=v4? cbc:MedicalFirstAidGuideCode=v4? cbc:TechnicalName=v5?
  cbc:CategoryName=v5? cbc:HazardousCategoryCode=v4? cbc:UpperOrangeHazardPlacardID=v0?
  cbc:LowerOrangeHazardPlacardID=v0? cbc:MarkingID=v0? cbc:HazardClassID=v0? cbc:NetWeightMeasure=v7?
  cbc:NetVolumeMeasure=v7? cbc:Quantity=v8? cac:ContactParty=g11? cac:SecondaryHazard=g98*
  cac:HazardousGoodsTransit=g95* cac:EmergencyTemperature=g88? cac:FlashpointTemperature=g88?
  cac:AdditionalTemperature=g88*
 g77 cbc:ID=v0? cbc:Name=v5 cbc:NameCode=v4? cbc:TestMethod=v5? cbc:Value=v5? cbc:ValueQuantity=v8?
  cbc:ValueQualifier=v5* cbc:ImportanceCode=v4? cbc:ListValue=v5* cac:UsabilityPeriod=g3?
  cac:ItemPropertyGroup=g99* cac:RangeDimension=g80? cac:ItemPropertyRange=g100?
 g78 cbc:ProductTraceID=v0? cbc:ManufactureDate=v2? cbc:ManufactureTime=v3? cbc:BestBeforeDate=v2?
  cbc:RegistrationID=v0? cbc:SerialID=v0? cac:AdditionalItemProperty=g77* cac:LotIdentification=g101?
 g79 cbc:ID=v0 cbc:CertificateTypeCode=v4 cbc:CertificateType=v5 cbc:Remarks=v5* cac:IssuerParty=g11
  cac:DocumentReference=g6* cac:Signature=g8*
 g80 cbc:AttributeID=v0 cbc:Measure=v7? cbc:Description=v5* cbc:MinimumMeasure=v7? cbc:MaximumMeasure=v7?
 g81 cbc:ID=v0? cbc:StatusCode=v4? cac:ValidityPeriod=g3* cac:PreviousPriceList=g81?
 g82 cbc:AttributeID=v0 cbc:Measure=v7? cbc:Description=v5* cbc:MinimumMeasure=v7? cbc:MaximumMeasure=v7?
 g83 cbc:ID=v0? cbc:Name=v5? cac:Address=g33?
 g84 cbc:ID=v0 cac:IssuerParty=g11?
 g85 cbc:IdentificationID=v0? cbc:OccurrenceDate=v2? cbc:OccurrenceTime=v3? cbc:TransportEventTypeCode=v4?
  cbc:Description=v5* cbc:CompletionIndicator=v1? cac:ReportedShipment=g43? cac:CurrentStatus=g57*
  cac:Contact=g29* cac:Location=g34? cac:Signature=g8? cac:Period=g3*
 g86 cbc:TransportServiceCode=v4 cbc:TariffClassCode=v4? cbc:Priority=v5? cbc:FreightRateClassCode=v4?
  cbc:TransportationServiceDescription=v5* cbc:TransportationServiceDetailsURI=v0? cbc:NominationDate=v2?
  cbc:NominationTime=v3? cbc:Name=v5? cbc:SequenceNumeric=v6? cac:TransportEquipment=g94*
  cac:SupportedTransportEquipment=g94* cac:UnsupportedTransportEquipment=g94* cac:CommodityClassification=g74*
  cac:SupportedCommodityClassification=g74* cac:UnsupportedCommodityClassification=g74*
  cac:TotalCapacityDimension=g80? cac:ShipmentStage=g69* cac:TransportEvent=g85*
  cac:ResponsibleTransportServiceProviderParty=g11? cac:EnvironmentalEmission=g102*
  cac:EstimatedDurationPeriod=g3? cac:ScheduledServiceFrequency=g103*
 g87 cbc:ID=v0 cbc:Quantity=v8? cac:TransportEquipment=g94*
 g88 cbc:AttributeID=v0 cbc:Measure=v7 cbc:Description=v5*
 g89 cbc:ID=v0? cbc:ActualPickupDate=v2? cbc:ActualPickupTime=v3? cbc:EarliestPickupDate=v2?
  cbc:EarliestPickupTime=v3? cbc:LatestPickupDate=v2? cbc:LatestPickupTime=v3? cac:PickupLocation=g34?
  cac:PickupParty=g11?
 g90 cbc:ID=v0? cbc:Quantity=v8? cbc:ReturnableMaterialIndicator=v1? cbc:PackageLevelCode=v4?
  cbc:PackagingTypeCode=v4? cbc:PackingMaterial=v5* cbc:TraceID=v0? cac:ContainedPackage=g90*
  cac:ContainingTransportEquipment=g94? cac:GoodsItem=g68* cac:MeasurementDimension=g80* cac:DeliveryUnit=g42*
  cac:Delivery=g12? cac:Pickup=g89? cac:Despatch=g41?
 g91 cbc:JourneyID=v0? cbc:RegistrationNationalityID=v0? cbc:RegistrationNationality=v5* cbc:DirectionCode=v4?
  cbc:TransportMeansTypeCode=v4? cbc:TradeServiceCode=v4? cac:Stowage=g104? cac:AirTransport=g105?
  cac:RoadTransport=g106? cac:RailTransport=g107? cac:MaritimeTransport=g108? cac:OwnerParty=g11?
  cac:MeasurementDimension=g80*
 g92 cbc:ID=v0 cbc:UUID=v0? cbc:Note=v5* cbc:LineStatusCode=v4? cbc:DeliveredQuantity=v8?
  cbc:BackorderQuantity=v8? cbc:BackorderReason=v5* cbc:OutstandingQuantity=v8? cbc:OutstandingReason=v5*
  cbc:OversupplyQuantity=v8? cac:OrderLineReference=g51+ cac:DocumentReference=g6* cac:Item=g54
  cac:Shipment=g43*
 g93 cbc:ID=v0 cbc:UUID=v0? cbc:Note=v5* cbc:ReceivedQuantity=v8? cbc:ShortQuantity=v8?
  cbc:ShortageActionCode=v4? cbc:RejectedQuantity=v8? cbc:RejectReasonCode=v4? cbc:RejectReason=v5*
  cbc:RejectActionCode=v4? cbc:QuantityDiscrepancyCode=v4? cbc:OversupplyQuantity=v8? cbc:ReceivedDate=v2?
  cbc:TimingComplaintCode=v4? cbc:TimingComplaint=v5? cac:OrderLineReference=g51?
  cac:DespatchLineReference=g52* cac:DocumentReference=g6* cac:Item=g54* cac:Shipment=g43*
 g94 cbc:ID=v0? cbc:ReferencedConsignmentID=v0* cbc:TransportEquipmentTypeCode=v4? cbc:ProviderTypeCode=v4?
  cbc:OwnerTypeCode=v4? cbc:SizeTypeCode=v4? cbc:DispositionCode=v4? cbc:FullnessIndicationCode=v4?
  cbc:RefrigerationOnIndicator=v1? cbc:Information=v5* cbc:ReturnabilityIndicator=v1?
  cbc:LegalStatusIndicator=v1? cbc:AirFlowPercent=v6? cbc:HumidityPercent=v6?
  cbc:AnimalFoodApprovedIndicator=v1? cbc:HumanFoodApprovedIndicator=v1?
  cbc:DangerousGoodsApprovedIndicator=v1? cbc:RefrigeratedIndicator=v1? cbc:Characteristics=v5?
  cbc:DamageRemarks=v5* cbc:Description=v5* cbc:SpecialTransportRequirements=v5* cbc:GrossWeightMeasure=v7?
  cbc:GrossVolumeMeasure=v7? cbc:TareWeightMeasure=v7? cbc:TrackingDeviceCode=v4? cbc:PowerIndicator=v1?
  cbc:TraceID=v0? cac:MeasurementDimension=g80* cac:TransportEquipmentSeal=g109* cac:MinimumTemperature=g88?
  cac:MaximumTemperature=g88? cac:ProviderParty=g11? cac:LoadingProofParty=g11? cac:SupplierParty=g9?
  cac:OwnerParty=g11? cac:OperatingParty=g11? cac:LoadingLocation=g34? cac:UnloadingLocation=g34?
  cac:StorageLocation=g34? cac:PositioningTransportEvent=g85* cac:QuarantineTransportEvent=g85*
  cac:DeliveryTransportEvent=g85* cac:PickupTransportEvent=g85* cac:HandlingTransportEvent=g85*
  cac:LoadingTransportEvent=g85* cac:TransportEvent=g85* cac:ApplicableTransportMeans=g91?
  cac:HaulageTradingTerms=g110* cac:HazardousGoodsTransit=g95* cac:PackagedTransportHandlingUnit=g70*
  cac:ServiceAllowanceCharge=g17* cac:FreightAllowanceCharge=g17* cac:AttachedTransportEquipment=g94*
  cac:Delivery=g12? cac:Pickup=g89? cac:Despatch=g41? cac:ShipmentDocumentReference=g6*
  cac:ContainedInTransportEquipment=g94* cac:Package=g90* cac:GoodsItem=g68*
 g95 cbc:TransportEmergencyCardCode=v4? cbc:PackingCriteriaCode=v4? cbc:HazardousRegulationCode=v4?
  cbc:InhalationToxicityZoneCode=v4? cbc:TransportAuthorizationCode=v4? cac:MaximumTemperature=g88?
  cac:MinimumTemperature=g88?
 g96 cbc:Percent=v6? cac:LocationAddress=g33? cac:DependentLineReference=g52?
 g97 cbc:AttributeID=v0 cbc:PositionCode=v4? cbc:DescriptionCode=v4? cbc:Description=v5*
 g98 cbc:ID=v0? cbc:PlacardNotation=v5? cbc:PlacardEndorsement=v5? cbc:EmergencyProceduresCode=v4?
  cbc:Extension=v5*
 g99 cbc:ID=v0 cbc:Name=v5? cbc:ImportanceCode=v4?
 g100 cbc:MinimumValue=v5? cbc:MaximumValue=v5?
 g101 cbc:LotNumberID=v0? cbc:ExpiryDate=v2? cac:AdditionalItemProperty=g77*
 g102 cbc:EnvironmentalEmissionTypeCode=v4 cbc:ValueMeasure=v7 cbc:Description=v5*
  cac:EmissionCalculationMethod=g111*
 g103 cbc:WeekDayCode=v4
 g104 cbc:LocationID=v0? cbc:Location=v5* cac:MeasurementDimension=g80*
 g105 cbc:AircraftID=v0
 g106 cbc:LicensePlateID=v0
 g107 cbc:TrainID=v0 cbc:RailCarID=v0?
 g108 cbc:VesselID=v0? cbc:VesselName=v5? cbc:RadioCallSignID=v0? cbc:ShipsRequirements=v5*
  cbc:GrossTonnageMeasure=v7? cbc:NetTonnageMeasure=v7? cac:RegistryCertificateDocumentReference=g6?
  cac:RegistryPortLocation=g34?
 g109 cbc:ID=v0 cbc:SealIssuerTypeCode=v4? cbc:Condition=v5? cbc:SealStatusCode=v4? cbc:SealingPartyType=v5?
 g110 cbc:Information=v5* cbc:Reference=v5? cac:ApplicableAddress=g33?
 g111 cbc:CalculationMethodCode=v4? cbc:FullnessIndicationCode=v4? cac:MeasurementFromLocation=g34?
  cac:MeasurementToLocation=g34?`
