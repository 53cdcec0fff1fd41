/**
 * Facts of a schema: the order, occurrence and type of all elements. `npm run einvoice:schemas` derives them.
 * `../schema.ts` describes the notation.
 */
export const CII_TABLE = `rsm:CrossIndustryInvoice = g0
 v0 = text schemeAgencyID schemeAgencyName schemeDataURI schemeID schemeName schemeURI schemeVersionID
 v1 = text languageID languageLocaleID
 v2 = text listAgencyID=6 listID=1001 listURI listVersionID name
 v3 = text listAgencyID=6 listID=1225_MessageFunctionTypeCode listURI listVersionID
 v4 = text languageID listAgencyID listAgencyName listID listName listSchemeURI listURI listVersionID name
 v5 = text listAgencyID=5 listID=ISO%204217%203A listURI listVersionID
 v6 = text format
 v7 = boolean
 v8 = dateTime
 v9 = decimal unitCode unitCodeListVersionID
 v10 = decimal format
 v11 = text listAgencyID=6 listID=3035 listVersionID name
 v12 = decimal currencyCodeListVersionID currencyID
 v13 = decimal unitCode unitCodeListAgencyID unitCodeListAgencyName unitCodeListID
 v14 = base64Binary characterSetCode encodingCode filename format mimeCode uri
 v15 = text listAgencyID=6 listID=3139_ContactTypeCode listURI listVersionID
 v16 = text schemeAgencyID schemeID schemeVersionID=second%20edition%202006
 v17 = text listAgencyID=6 listID=3155_CommunicationChannelCode listURI listVersionID
 v18 = text listAgencyID=6 listID=1229_LineStatusCode listURI listVersionID
 v19 = text listAgencyID=6 listID=4053 listVersionID
 v20 = text listAgencyID=6 listID=1373 listVersionID name
 v21 = text listAgencyID=6 listID=1153_ReferenceTypeCode listVersionID name
 v22 = text listAgencyID=6 listID=4435 listVersionID name
 v23 = text listAgencyID=6 listID=4461 listVersionID
 v24 = text listAgencyID=6 listID=4431 listVersionID
 v25 = text listAgencyID=6 listID=5153 listURI listVersionID
 v26 = text listAgencyID=6 listID=5305 listURI listVersionID
 v27 = text listAgencyID=6 listID=2475 listVersionID name
 v28 = text listAgencyID=6 listID=4465_AllowanceChargeReasonCode listURI listVersionID
 v29 = text listAgencyID=6 listID=5189_AllowanceChargeID listURI listVersionID
 v30 = text schemeAgencyID schemeID schemeVersionID
 v31 = text listAgencyID=6 listID=5243 listVersionID name
 v32 = text listAgencyID=6 listID=3035_Charge%20Paying listVersionID name
 v33 = text listAgencyID=6 listID=TDED%206131 listVersionID name
 v34 = text listAgencyID=6 listID=2475_Payment%20Terms%20Event listVersionID
 v35 = text listAgencyID=6 listID=4279 listVersionID name
 v36 = text listAgencyID=6 listID=1001_Accounting listURI listVersionID
 v37 = text listAgencyID=210 listID=AccountingE501 listURI listVersionID
 v38 = text listAgencyID=210 listID=AccountingE601 listURI listVersionID
 v39 = text listAgencyID=6 listID=6145 listVersionID name
 v40 = text listAgencyID=6 listID=5375 listVersionID
 v41 = text listAgencyID=6 listID=4465 listVersionID
 v42 = text listAgencyID=6 listID=7065 listVersionID name
 v43 = text listAgencyID=6 listID=TDED%207357 listVersionID name
 v44 = text listAgencyID=6 listID=TDED%207361 listVersionID name
 v45 = text listAgencyID=6 listID=8053 listVersionID name
 v46 = text listAgencyID=6 listID=8155 listVersionID name
 v47 = text listAgencyID=6 listID=8169 listVersionID name
 v48 = text listAgencyID=6 listID=8051 listVersionID name
 v49 = text listAgencyID=6 listID=Recommendation%2019 listVersionID name
 v50 = date
 v51 = text listAgencyID=6 listID=7233_PackagingMarkingCode listURI listVersionID
 v52 = text listAgencyID=6 listID=7233_AutomaticDataCaptureMethodCode listURI listVersionID
 v53 = text listAgencyID=6 listID=Recommendation%2021-Annex%20I listVersionID name
 v54 = text listAgencyID=6 listID=7085b listVersionID name
 v55 = text listAgencyID=6 listID=7357 listVersionID name
 v56 = text listAgencyID=6 listID=Recommendation%2028 listVersionID name
 g0 rsm:ExchangedDocumentContext=g1 rsm:ExchangedDocument=g2 rsm:SupplyChainTradeTransaction=g3
  rsm:ValuationBreakdownStatement=g4?
 g1 ram:SpecifiedTransactionID=v0? ram:TestIndicator=g5?
  ram:BusinessProcessSpecifiedDocumentContextParameter=g6* ram:BIMSpecifiedDocumentContextParameter=g6*
  ram:ScenarioSpecifiedDocumentContextParameter=g6* ram:ApplicationSpecifiedDocumentContextParameter=g6*
  ram:GuidelineSpecifiedDocumentContextParameter=g6* ram:SubsetSpecifiedDocumentContextParameter=g6*
  ram:MessageStandardSpecifiedDocumentContextParameter=g6?
 g2 ram:ID=v0 ram:Name=v1* ram:TypeCode=v2? ram:IssueDateTime=g7 ram:CopyIndicator=g5? ram:Purpose=v1?
  ram:ControlRequirementIndicator=g5? ram:LanguageID=v0* ram:PurposeCode=v3? ram:RevisionDateTime=g7?
  ram:VersionID=v0? ram:GlobalID=v0? ram:RevisionID=v0? ram:PreviousRevisionID=v0? ram:CategoryCode=v4?
  ram:IncludedNote=g8* ram:EffectiveSpecifiedPeriod=g9? ram:IssuerTradeParty=g10?
 g3 ram:IncludedSupplyChainTradeLineItem=g11* ram:ApplicableHeaderTradeAgreement=g12
  ram:ApplicableHeaderTradeDelivery=g13 ram:ApplicableHeaderTradeSettlement=g14
 g4 ram:ID=v0 ram:Name=v1 ram:Description=v1* ram:MeasurementMethodID=v0* ram:CreationDateTime=g7
  ram:DefaultCurrencyCode=v5 ram:DefaultLanguageCode=v4 ram:Comment=v1* ram:TypeCode=v4*
  ram:RequestedActionCode=v4* ram:PriceListID=v0? ram:ContractualLanguageCode=v4? ram:ItemGroupedWorkItem=g15*
  ram:ItemBasicWorkItem=g16* ram:TotalCalculatedPrice=g17* ram:ChangedRecordedStatus=g18*
  ram:CreationSpecifiedBinaryFile=g19* ram:ReaderSpecifiedBinaryFile=g19*
  ram:ReferencedSpecifiedBinaryFile=g19*
 g5 udt:IndicatorString=v6|udt:Indicator=v7
 g6 ram:ID=v0? ram:Value=v1? ram:SpecifiedDocumentVersion=g20?
 g7 udt:DateTimeString=v6|udt:DateTime=v8
 g8 ram:Subject=v1? ram:ContentCode=v4? ram:Content=v1* ram:SubjectCode=v4? ram:ID=v0?
 g9 ram:DurationMeasure=v9* ram:InclusiveIndicator=g5? ram:Description=v1* ram:StartDateTime=g7?
  ram:EndDateTime=g7? ram:CompleteDateTime=g7? ram:OpenIndicator=g5? ram:SeasonCode=v4? ram:ID=v0?
  ram:Name=v1* ram:SequenceNumeric=v10? ram:StartDateFlexibilityCode=v4? ram:ContinuousIndicator=g5?
  ram:PurposeCode=v4?
 g10 ram:ID=v0* ram:GlobalID=v0* ram:Name=v1? ram:RoleCode=v11* ram:Description=v1*
  ram:SpecifiedLegalOrganization=g21? ram:DefinedTradeContact=g22* ram:PostalTradeAddress=g23?
  ram:URIUniversalCommunication=g24* ram:SpecifiedTaxRegistration=g25*
  ram:EndPointURIUniversalCommunication=g24? ram:LogoAssociatedSpecifiedBinaryFile=g19*
 g11 ram:DescriptionCode=v4? ram:AssociatedDocumentLineDocument=g26 ram:SpecifiedTradeProduct=g27?
  ram:SpecifiedLineTradeAgreement=g28? ram:SpecifiedLineTradeDelivery=g29?
  ram:SpecifiedLineTradeSettlement=g30 ram:IncludedSubordinateTradeLineItem=g31*
 g12 ram:Reference=v1* ram:BuyerReference=v1? ram:SellerTradeParty=g10? ram:BuyerTradeParty=g10?
  ram:SalesAgentTradeParty=g10? ram:BuyerRequisitionerTradeParty=g10*
  ram:BuyerAssignedAccountantTradeParty=g10? ram:SellerAssignedAccountantTradeParty=g10?
  ram:BuyerTaxRepresentativeTradeParty=g10? ram:SellerTaxRepresentativeTradeParty=g10?
  ram:ProductEndUserTradeParty=g10? ram:ApplicableTradeDeliveryTerms=g32?
  ram:SellerOrderReferencedDocument=g33? ram:BuyerOrderReferencedDocument=g33?
  ram:QuotationReferencedDocument=g33? ram:OrderResponseReferencedDocument=g33?
  ram:ContractReferencedDocument=g33? ram:DemandForecastReferencedDocument=g33?
  ram:SupplyInstructionReferencedDocument=g33? ram:PromotionalDealReferencedDocument=g33?
  ram:PriceListReferencedDocument=g33? ram:AdditionalReferencedDocument=g33*
  ram:RequisitionerReferencedDocument=g33* ram:BuyerAgentTradeParty=g10?
  ram:PurchaseConditionsReferencedDocument=g33* ram:SpecifiedProcuringProject=g34?
  ram:UltimateCustomerOrderReferencedDocument=g33*
 g13 ram:RelatedSupplyChainConsignment=g35? ram:ShipToTradeParty=g10? ram:UltimateShipToTradeParty=g10?
  ram:ShipFromTradeParty=g10? ram:ActualDespatchSupplyChainEvent=g36? ram:ActualPickUpSupplyChainEvent=g36?
  ram:ActualDeliverySupplyChainEvent=g36? ram:ActualReceiptSupplyChainEvent=g36?
  ram:AdditionalReferencedDocument=g33* ram:DespatchAdviceReferencedDocument=g33?
  ram:ReceivingAdviceReferencedDocument=g33? ram:DeliveryNoteReferencedDocument=g33?
  ram:ConsumptionReportReferencedDocument=g33? ram:PreviousDeliverySupplyChainEvent=g36*
  ram:PackingListReferencedDocument=g33?
 g14 ram:DuePayableAmount=v12* ram:CreditorReferenceTypeCode=v4* ram:CreditorReferenceType=v1*
  ram:CreditorReferenceIssuerID=v0* ram:CreditorReferenceID=v0? ram:PaymentReference=v1*
  ram:TaxCurrencyCode=v5? ram:InvoiceCurrencyCode=v5? ram:PaymentCurrencyCode=v5?
  ram:InvoiceIssuerReference=v1? ram:InvoiceDateTime=g7? ram:NextInvoiceDateTime=g7* ram:CreditReasonCode=v4?
  ram:CreditReason=v1* ram:InvoicerTradeParty=g10? ram:InvoiceeTradeParty=g10? ram:PayeeTradeParty=g10?
  ram:PayerTradeParty=g10? ram:TaxApplicableTradeCurrencyExchange=g37?
  ram:InvoiceApplicableTradeCurrencyExchange=g37? ram:PaymentApplicableTradeCurrencyExchange=g37?
  ram:SpecifiedTradeSettlementPaymentMeans=g38* ram:ApplicableTradeTax=g39* ram:BillingSpecifiedPeriod=g9?
  ram:SpecifiedTradeAllowanceCharge=g40* ram:SubtotalCalculatedTradeTax=g39*
  ram:SpecifiedLogisticsServiceCharge=g41* ram:SpecifiedTradePaymentTerms=g42*
  ram:SpecifiedTradeSettlementHeaderMonetarySummation=g43? ram:SpecifiedFinancialAdjustment=g44*
  ram:InvoiceReferencedDocument=g33? ram:ProFormaInvoiceReferencedDocument=g33?
  ram:LetterOfCreditReferencedDocument=g33? ram:FactoringAgreementReferencedDocument=g33*
  ram:FactoringListReferencedDocument=g33* ram:PayableSpecifiedTradeAccountingAccount=g45*
  ram:ReceivableSpecifiedTradeAccountingAccount=g45* ram:PurchaseSpecifiedTradeAccountingAccount=g45*
  ram:SalesSpecifiedTradeAccountingAccount=g45* ram:SpecifiedTradeSettlementFinancialCard=g46*
  ram:SpecifiedAdvancePayment=g47* ram:UltimatePayeeTradeParty=g10?
 g15 ram:ID=v0 ram:PrimaryClassificationCode=v4* ram:AlternativeClassificationCode=v4* ram:TypeCode=v4*
  ram:Comment=v1* ram:TotalQuantity=v13? ram:Index=v1? ram:RequestedActionCode=v4* ram:PriceListItemID=v0?
  ram:ContractualLanguageCode=v4? ram:TotalCalculatedPrice=g17* ram:ItemGroupedWorkItem=g15*
  ram:ItemBasicWorkItem=g16* ram:ChangedRecordedStatus=g18* ram:ActualWorkItemComplexDescription=g48*
  ram:ReferencedSpecifiedBinaryFile=g19*
 g16 ram:ID=v0 ram:ReferenceID=v0? ram:PrimaryClassificationCode=v4* ram:AlternativeClassificationCode=v4*
  ram:TypeCode=v4* ram:Comment=v1* ram:TotalQuantity=v13? ram:TotalQuantityClassificationCode=v4?
  ram:IndexValue=v10? ram:StatusCode=v4* ram:ReferenceFileBinaryObject=v14* ram:Index=v1?
  ram:RequestedActionCode=v4* ram:PriceListItemID=v0? ram:ContractualLanguageCode=v4?
  ram:ActualWorkItemComplexDescription=g48* ram:TotalQuantityWorkItemQuantityAnalysis=g49*
  ram:UnitCalculatedPrice=g17* ram:TotalCalculatedPrice=g17* ram:SubordinateBasicWorkItem=g16*
  ram:ChangedRecordedStatus=g18* ram:ItemBasicWorkItem=g16* ram:ReferencedSpecifiedBinaryFile=g19*
 g17 ram:TypeCode=v4* ram:ChargeAmount=v12* ram:RelatedAppliedAllowanceCharge=g50*
 g18 ram:ConditionCode=v4 ram:ChangerName=v1? ram:ChangedDateTime=g7
 g19 ram:ID=v0* ram:Title=v1* ram:AuthorName=v1* ram:VersionID=v0? ram:FileName=v1? ram:URIID=v0?
  ram:MIMECode=v4? ram:EncodingCode=v4? ram:CharacterSetCode=v4? ram:IncludedBinaryObject=v14* ram:Access=v1*
  ram:Description=v1* ram:SizeMeasure=v9? ram:AccessAvailabilitySpecifiedPeriod=g9?
 g20 ram:ID=v0? ram:Name=v1? ram:IssueDateTime=g7?
 g21 ram:LegalClassificationCode=v4? ram:Name=v1? ram:ID=v0? ram:TradingBusinessName=v1?
  ram:PostalTradeAddress=g23? ram:AuthorizedLegalRegistration=g51*
 g22 ram:ID=v0? ram:PersonName=v1? ram:DepartmentName=v1? ram:TypeCode=v15? ram:JobTitle=v1?
  ram:Responsibility=v1? ram:PersonID=v0* ram:TelephoneUniversalCommunication=g24?
  ram:DirectTelephoneUniversalCommunication=g24? ram:MobileTelephoneUniversalCommunication=g24?
  ram:FaxUniversalCommunication=g24? ram:EmailURIUniversalCommunication=g24?
  ram:TelexUniversalCommunication=g24? ram:VOIPUniversalCommunication=g24?
  ram:InstantMessagingUniversalCommunication=g24? ram:SpecifiedNote=g8* ram:SpecifiedContactPerson=g52?
 g23 ram:ID=v0? ram:PostcodeCode=v4? ram:PostOfficeBox=v1? ram:BuildingName=v1? ram:LineOne=v1? ram:LineTwo=v1?
  ram:LineThree=v1? ram:LineFour=v1? ram:LineFive=v1? ram:StreetName=v1? ram:CityName=v1?
  ram:CitySubDivisionName=v1? ram:CountryID=v16? ram:CountryName=v1* ram:CountrySubDivisionID=v0?
  ram:CountrySubDivisionName=v1* ram:AttentionOf=v1? ram:CareOf=v1? ram:BuildingNumber=v1?
  ram:DepartmentName=v1? ram:AdditionalStreetName=v1?
 g24 ram:URIID=v0? ram:ChannelCode=v17? ram:CompleteNumber=v1?
 g25 ram:ID=v0? ram:AssociatedRegisteredTax=g53?
 g26 ram:LineID=v0? ram:ParentLineID=v0? ram:LineStatusCode=v18? ram:LineStatusReasonCode=v4?
  ram:IncludedNote=g8*
 g27 ram:ID=v0? ram:GlobalID=v0? ram:SellerAssignedID=v0? ram:BuyerAssignedID=v0?
  ram:ManufacturerAssignedID=v0? ram:Name=v1* ram:TradeName=v1? ram:Description=v1? ram:TypeCode=v4?
  ram:NetWeightMeasure=v9? ram:GrossWeightMeasure=v9? ram:ProductGroupID=v0* ram:EndItemTypeCode=v4*
  ram:EndItemName=v1* ram:AreaDensityMeasure=v9? ram:UseDescription=v1* ram:BrandName=v1? ram:SubBrandName=v1?
  ram:DrainedNetWeightMeasure=v9? ram:VariableMeasureIndicator=g5? ram:ColourCode=v4?
  ram:ColourDescription=v1* ram:Designation=v1* ram:FormattedCancellationAnnouncedLaunchDateTime=g54?
  ram:FormattedLatestProductDataChangeDateTime=g54? ram:ApplicableProductCharacteristic=g55*
  ram:ApplicableMaterialGoodsCharacteristic=g56* ram:DesignatedProductClassification=g57*
  ram:IndividualTradeProductInstance=g58* ram:CertificationEvidenceReferenceReferencedDocument=g33*
  ram:InspectionReferenceReferencedDocument=g33* ram:OriginTradeCountry=g59? ram:LinearSpatialDimension=g60?
  ram:MinimumLinearSpatialDimension=g60? ram:MaximumLinearSpatialDimension=g60?
  ram:ManufacturerTradeParty=g10? ram:PresentationSpecifiedBinaryFile=g19*
  ram:MSDSReferenceReferencedDocument=g33? ram:AdditionalReferenceReferencedDocument=g33*
  ram:LegalRightsOwnerTradeParty=g10? ram:BrandOwnerTradeParty=g10? ram:IncludedReferencedProduct=g61*
  ram:InformationNote=g8*
 g28 ram:BuyerReference=v1? ram:BuyerRequisitionerTradeParty=g10* ram:ApplicableTradeDeliveryTerms=g32?
  ram:SellerOrderReferencedDocument=g33? ram:BuyerOrderReferencedDocument=g33?
  ram:QuotationReferencedDocument=g33? ram:ContractReferencedDocument=g33?
  ram:DemandForecastReferencedDocument=g33? ram:PromotionalDealReferencedDocument=g33?
  ram:AdditionalReferencedDocument=g33* ram:GrossPriceProductTradePrice=g62?
  ram:NetPriceProductTradePrice=g62? ram:RequisitionerReferencedDocument=g33* ram:ItemSellerTradeParty=g10?
  ram:ItemBuyerTradeParty=g10? ram:IncludedSpecifiedMarketplace=g63?
  ram:UltimateCustomerOrderReferencedDocument=g33*
 g29 ram:RequestedQuantity=v13? ram:ReceivedQuantity=v13? ram:BilledQuantity=v13? ram:ChargeFreeQuantity=v13?
  ram:PackageQuantity=v13? ram:ProductUnitQuantity=v13? ram:PerPackageUnitQuantity=v13?
  ram:NetWeightMeasure=v9? ram:GrossWeightMeasure=v9? ram:TheoreticalWeightMeasure=v9?
  ram:DespatchedQuantity=v13? ram:SpecifiedDeliveryAdjustment=g64* ram:IncludedSupplyChainPackaging=g65*
  ram:RelatedSupplyChainConsignment=g35? ram:ShipToTradeParty=g10? ram:UltimateShipToTradeParty=g10?
  ram:ShipFromTradeParty=g10? ram:ActualDespatchSupplyChainEvent=g36? ram:ActualPickUpSupplyChainEvent=g36?
  ram:RequestedDeliverySupplyChainEvent=g36? ram:ActualDeliverySupplyChainEvent=g36?
  ram:ActualReceiptSupplyChainEvent=g36? ram:AdditionalReferencedDocument=g33*
  ram:DespatchAdviceReferencedDocument=g33? ram:ReceivingAdviceReferencedDocument=g33?
  ram:DeliveryNoteReferencedDocument=g33? ram:ConsumptionReportReferencedDocument=g33?
  ram:PackingListReferencedDocument=g33?
 g30 ram:PaymentReference=v1* ram:InvoiceIssuerReference=v1? ram:TotalAdjustmentAmount=v12?
  ram:DiscountIndicator=g5? ram:ApplicableTradeTax=g39* ram:BillingSpecifiedPeriod=g9?
  ram:SpecifiedTradeAllowanceCharge=g40* ram:SubtotalCalculatedTradeTax=g39*
  ram:SpecifiedLogisticsServiceCharge=g41* ram:SpecifiedTradePaymentTerms=g42*
  ram:SpecifiedTradeSettlementLineMonetarySummation=g66? ram:SpecifiedFinancialAdjustment=g44*
  ram:InvoiceReferencedDocument=g33? ram:AdditionalReferencedDocument=g33*
  ram:PayableSpecifiedTradeAccountingAccount=g45* ram:ReceivableSpecifiedTradeAccountingAccount=g45*
  ram:PurchaseSpecifiedTradeAccountingAccount=g45* ram:SalesSpecifiedTradeAccountingAccount=g45*
  ram:SpecifiedTradeSettlementFinancialCard=g46?
 g31 ram:ID=v0* ram:SpecifiedReferencedProduct=g61? ram:ApplicableTradeProduct=g27*
  ram:SpecifiedSubordinateLineTradeAgreement=g67? ram:SpecifiedSubordinateLineTradeDelivery=g68?
  ram:SpecifiedSubordinateLineTradeSettlement=g69?
 g32 ram:DeliveryTypeCode=v19? ram:Description=v1* ram:RelevantTradeLocation=g70?
 g33 ram:IssuerAssignedID=v0? ram:URIID=v0? ram:StatusCode=v20? ram:CopyIndicator=g5? ram:LineID=v0?
  ram:TypeCode=v2? ram:GlobalID=v0? ram:RevisionID=v0? ram:Name=v1* ram:AttachmentBinaryObject=v14*
  ram:Information=v1* ram:ReferenceTypeCode=v21? ram:SectionName=v1* ram:PreviousRevisionID=v0*
  ram:FormattedIssueDateTime=g54? ram:EffectiveSpecifiedPeriod=g9? ram:IssuerTradeParty=g10?
  ram:AttachedSpecifiedBinaryFile=g19*
 g34 ram:ID=v0 ram:Description=v1? ram:Name=v1
 g35 ram:GrossWeightMeasure=v9* ram:NetWeightMeasure=v9* ram:GrossVolumeMeasure=v9*
  ram:InsurancePremiumAmount=v12? ram:AssociatedInvoiceAmount=v12* ram:TotalChargeAmount=v12?
  ram:DeclaredValueForCustomsAmount=v12? ram:PackageQuantity=v13? ram:ConsignorTradeParty=g10?
  ram:ConsigneeTradeParty=g10? ram:CarrierTradeParty=g10? ram:FreightForwarderTradeParty=g10?
  ram:DeliveryTradeParty=g10? ram:CustomsImportAgentTradeParty=g10? ram:CustomsExportAgentTradeParty=g10?
  ram:GroupingCentreTradeParty=g10* ram:TransportContractReferencedDocument=g33?
  ram:AssociatedReferencedDocument=g33* ram:IncludedSupplyChainConsignmentItem=g71*
  ram:UtilizedLogisticsTransportEquipment=g72* ram:SpecifiedLogisticsTransportMovement=g73*
 g36 ram:ID=v0? ram:OccurrenceDateTime=g7? ram:TypeCode=v4? ram:Description=v1*
  ram:DescriptionBinaryObject=v14* ram:UnitQuantity=v13? ram:LatestOccurrenceDateTime=g7?
  ram:EarliestOccurrenceDateTime=g7? ram:OccurrenceSpecifiedPeriod=g9? ram:OccurrenceLogisticsLocation=g74?
 g37 ram:SourceCurrencyCode=v5 ram:SourceUnitBasisNumeric=v10? ram:TargetCurrencyCode=v5
  ram:TargetUnitBaseNumeric=v10? ram:MarketID=v0? ram:ConversionRate=v10 ram:ConversionRateDateTime=g7?
  ram:AssociatedReferencedDocument=g33*
 g38 ram:PaymentChannelCode=v22? ram:TypeCode=v23? ram:GuaranteeMethodCode=v24? ram:PaymentMethodCode=v4?
  ram:Information=v1* ram:ID=v0* ram:ApplicableTradeSettlementFinancialCard=g46?
  ram:PayerPartyDebtorFinancialAccount=g75? ram:PayeePartyCreditorFinancialAccount=g76?
  ram:PayerSpecifiedDebtorFinancialInstitution=g77? ram:PayeeSpecifiedCreditorFinancialInstitution=g78?
 g39 ram:CalculatedAmount=v12* ram:TypeCode=v25? ram:ExemptionReason=v1? ram:CalculatedRate=v10?
  ram:CalculationSequenceNumeric=v10? ram:BasisQuantity=v13? ram:BasisAmount=v12* ram:UnitBasisAmount=v12*
  ram:LineTotalBasisAmount=v12* ram:AllowanceChargeBasisAmount=v12* ram:CategoryCode=v26? ram:CurrencyCode=v5?
  ram:Jurisdiction=v1* ram:CustomsDutyIndicator=g5? ram:ExemptionReasonCode=v4? ram:TaxBasisAllowanceRate=v10?
  ram:TaxPointDate=g79? ram:Type=v1? ram:InformationAmount=v12* ram:CategoryName=v1* ram:DueDateTypeCode=v27?
  ram:RateApplicablePercent=v10? ram:SpecifiedTradeAccountingAccount=g45* ram:ServiceSupplyTradeCountry=g59?
  ram:BuyerRepayableTaxSpecifiedTradeAccountingAccount=g45?
  ram:SellerPayableTaxSpecifiedTradeAccountingAccount=g45?
  ram:SellerRefundableTaxSpecifiedTradeAccountingAccount=g45?
  ram:BuyerDeductibleTaxSpecifiedTradeAccountingAccount=g45?
  ram:BuyerNonDeductibleTaxSpecifiedTradeAccountingAccount=g45? ram:PlaceApplicableTradeLocation=g70*
 g40 ram:ChargeIndicator=g5? ram:ID=v0? ram:SequenceNumeric=v10? ram:CalculationPercent=v10?
  ram:BasisAmount=v12? ram:BasisQuantity=v13? ram:PrepaidIndicator=g5? ram:ActualAmount=v12*
  ram:UnitBasisAmount=v12? ram:ReasonCode=v28? ram:Reason=v1? ram:TypeCode=v29? ram:CategoryTradeTax=g39*
  ram:ActualTradeCurrencyExchange=g37?
 g41 ram:ID=v30? ram:Description=v1* ram:PaymentArrangementCode=v4? ram:TariffClassCode=v31?
  ram:ChargeCategoryCode=v4? ram:ServiceCategoryCode=v4? ram:DisbursementAmount=v12* ram:AppliedAmount=v12*
  ram:AllowanceCharge=v1? ram:PayingPartyRoleCode=v32? ram:CalculationBasisCode=v33? ram:CalculationBasis=v1?
  ram:TransportPaymentMethodCode=v4? ram:PaymentPlaceLogisticsLocation=g74?
  ram:AppliedFromLogisticsLocation=g74? ram:AppliedToLogisticsLocation=g74? ram:AppliedTradeTax=g39*
 g42 ram:ID=v30? ram:FromEventCode=v34? ram:SettlementPeriodMeasure=v9? ram:Description=v1*
  ram:DueDateDateTime=g7? ram:TypeCode=v35? ram:InstructionTypeCode=v4? ram:DirectDebitMandateID=v0*
  ram:PartialPaymentPercent=v10? ram:PaymentMeansID=v0* ram:PartialPaymentAmount=v12*
  ram:ApplicableTradePaymentPenaltyTerms=g80? ram:ApplicableTradePaymentDiscountTerms=g81?
  ram:PayeeTradeParty=g10*
 g43 ram:LineTotalAmount=v12* ram:ChargeTotalAmount=v12* ram:AllowanceTotalAmount=v12*
  ram:TaxBasisTotalAmount=v12* ram:TaxTotalAmount=v12* ram:RoundingAmount=v12* ram:GrandTotalAmount=v12*
  ram:InformationAmount=v12* ram:TotalPrepaidAmount=v12* ram:TotalDiscountAmount=v12*
  ram:TotalAllowanceChargeAmount=v12* ram:DuePayableAmount=v12*
  ram:RetailValueExcludingTaxInformationAmount=v12* ram:TotalDepositFeeInformationAmount=v12*
  ram:ProductValueExcludingTobaccoTaxInformationAmount=v12* ram:TotalRetailValueInformationAmount=v12*
  ram:GrossLineTotalAmount=v12* ram:NetLineTotalAmount=v12* ram:NetIncludingTaxesLineTotalAmount=v12*
 g44 ram:ReasonCode=v4? ram:Reason=v1* ram:ActualAmount=v12* ram:ActualQuantity=v13? ram:ActualDateTime=g7?
  ram:ClaimRelatedTradeParty=g10? ram:InvoiceReferenceReferencedDocument=g33?
 g45 ram:ID=v0 ram:SetTriggerCode=v36? ram:TypeCode=v37? ram:AmountTypeCode=v38? ram:Name=v1?
  ram:CostReferenceDimensionPattern=v1?
 g46 ram:MicrochipIndicator=g5? ram:ID=v0? ram:TypeCode=v4? ram:CardholderName=v1? ram:ExpiryDate=g79?
  ram:VerificationNumeric=v10? ram:ValidFromDateTime=g7? ram:CreditLimitAmount=v12*
  ram:CreditAvailableAmount=v12* ram:InterestRatePercent=v10? ram:IssuingCompanyName=v1? ram:Description=v1?
 g47 ram:PaidAmount=v12 ram:FormattedReceivedDateTime=g54? ram:IncludedTradeTax=g39*
 g48 ram:Abstract=v1* ram:Content=v1* ram:ContractualLanguageCode=v4? ram:RequestingSpecificationQuery=g82*
  ram:RespondingSpecificationResponse=g83* ram:SubsetWorkItemComplexDescription=g48?
 g49 ram:ID=v0 ram:ActualQuantity=v13? ram:Description=v1? ram:ActualQuantityPercent=v10? ram:StatusCode=v4?
  ram:TypeCode=v4? ram:PrimaryClassificationCode=v4* ram:AlternativeClassificationCode=v4*
  ram:ContractualLanguageCode=v4? ram:ActualQuantityWorkItemDimension=g84*
  ram:BreakdownWorkItemQuantityAnalysis=g49* ram:ChangedRecordedStatus=g18*
 g50 ram:ActualAmount=v12? ram:Description=v1? ram:ReasonCode=v4? ram:CalculationPercent=v10?
  ram:BasisAmount=v12? ram:ChargeIndicator=g5 ram:CategoryAppliedTax=g85?
 g51 ram:TypeCode=v4? ram:ID=v0?
 g52 ram:GivenName=v1? ram:MiddleName=v1? ram:FamilyName=v1?
 g53 ram:TypeCode=v4? ram:ExemptionReasonCode=v4? ram:ExemptionReason=v1* ram:CurrencyCode=v4?
  ram:Jurisdiction=v1* ram:Description=v1* ram:CustomsDutyIndicator=g5?
 g54 qdt:DateTimeString=v6
 g55 ram:ID=v0* ram:TypeCode=v4? ram:Description=v1* ram:ValueMeasure=v9? ram:MeasurementMethodCode=v4?
  ram:Value=v1* ram:ValueCode=v4? ram:ValueDateTime=g7? ram:ValueIndicator=g5? ram:ContentTypeCode=v4?
  ram:ValueSpecifiedBinaryFile=g19? ram:ApplicableProductCharacteristicCondition=g86*
  ram:ApplicableReferencedStandard=g87?
 g56 ram:Description=v1* ram:TypeCode=v4? ram:ProportionalConstituentPercent=v10?
  ram:AbsolutePresenceWeightMeasure=v9? ram:AbsolutePresenceVolumeMeasure=v9?
 g57 ram:SystemID=v0? ram:SystemName=v1* ram:ClassCode=v4? ram:ClassName=v1* ram:SubClassCode=v4?
  ram:ClassProductCharacteristic=g55* ram:ApplicableReferencedStandard=g87?
 g58 ram:GlobalSerialID=v0? ram:BatchID=v0? ram:KanbanID=v0? ram:SupplierAssignedSerialID=v0?
  ram:BestBeforeDateTime=g7? ram:ExpiryDateTime=g7? ram:SellByDateTime=g7? ram:SerialID=v0*
  ram:RegistrationID=v0* ram:ProductionSupplyChainEvent=g36? ram:PackagingSupplyChainEvent=g36?
  ram:ApplicableMaterialGoodsCharacteristic=g56* ram:ApplicableProductCharacteristic=g55*
 g59 ram:ID=v16? ram:Name=v1* ram:SubordinateTradeCountrySubDivision=g88*
 g60 ram:ValueMeasure=v9? ram:TypeCode=v39? ram:Description=v1* ram:WidthMeasure=v9? ram:LengthMeasure=v9?
  ram:HeightMeasure=v9? ram:ID=v0? ram:DiameterMeasure=v9?
 g61 ram:ID=v0* ram:GlobalID=v0* ram:SellerAssignedID=v0? ram:BuyerAssignedID=v0?
  ram:ManufacturerAssignedID=v0* ram:IndustryAssignedID=v0* ram:Name=v1* ram:Description=v1*
  ram:RelationshipTypeCode=v4* ram:UnitQuantity=v13*
 g62 ram:TypeCode=v40? ram:ChargeAmount=v12+ ram:BasisQuantity=v13? ram:MinimumQuantity=v13?
  ram:MaximumQuantity=v13? ram:ChangeReason=v1* ram:OrderUnitConversionFactorNumeric=v10?
  ram:AppliedTradeAllowanceCharge=g40* ram:ValiditySpecifiedPeriod=g9? ram:IncludedTradeTax=g39*
  ram:DeliveryTradeLocation=g70* ram:TradeComparisonReferencePrice=g89* ram:AssociatedReferencedDocument=g33*
 g63 ram:ID=v0? ram:Name=v1? ram:VirtualIndicator=g5? ram:WebsiteURIID=v0* ram:SalesMethodCode=v4?
  ram:OrderingAvailablePeriod=g90*
 g64 ram:ReasonCode=v41? ram:Reason=v1* ram:ActualAmount=v12* ram:ActualQuantity=v13? ram:ActualDateTime=g7?
 g65 ram:TypeCode=v42? ram:Type=v1? ram:Description=v1* ram:ConditionCode=v4? ram:DisposalMethodCode=v4*
  ram:WeightMeasure=v9* ram:MaximumStackabilityQuantity=v13? ram:MaximumStackabilityWeightMeasure=v9?
  ram:CustomerFacingTotalUnitQuantity=v13? ram:LayerTotalUnitQuantity=v13? ram:ContentLayerQuantity=v13?
  ram:LinearSpatialDimension=g60? ram:MinimumLinearSpatialDimension=g60?
  ram:MaximumLinearSpatialDimension=g60? ram:SpecifiedPackagingMarking=g91*
  ram:ApplicableMaterialGoodsCharacteristic=g56* ram:ApplicableDisposalInstructions=g92*
  ram:ApplicableReturnableAssetInstructions=g93*
 g66 ram:LineTotalAmount=v12* ram:ChargeTotalAmount=v12* ram:AllowanceTotalAmount=v12*
  ram:TaxBasisTotalAmount=v12* ram:TaxTotalAmount=v12* ram:GrandTotalAmount=v12* ram:InformationAmount=v12*
  ram:TotalAllowanceChargeAmount=v12* ram:TotalRetailValueInformationAmount=v12* ram:GrossLineTotalAmount=v12*
  ram:NetLineTotalAmount=v12* ram:NetIncludingTaxesLineTotalAmount=v12*
  ram:ProductWeightLossInformationAmount=v12*
 g67 ram:SellerOrderReferencedDocument=g33? ram:BuyerOrderReferencedDocument=g33?
  ram:AdditionalReferencedDocument=g33* ram:GrossPriceProductTradePrice=g62?
  ram:NetPriceProductTradePrice=g62?
 g68 ram:PackageQuantity=v13? ram:ProductUnitQuantity=v13? ram:PerPackageUnitQuantity=v13?
  ram:IncludedSupplyChainPackaging=g65*
 g69 ram:ApplicableTradeTax=g39?
 g70 ram:CountryID=v16? ram:CountryName=v1? ram:ID=v0? ram:Name=v1?
 g71 ram:TypeCode=v43? ram:TypeExtensionCode=v44? ram:DeclaredValueForCustomsAmount=v12?
  ram:DeclaredValueForStatisticsAmount=v12? ram:InvoiceAmount=v12* ram:GrossWeightMeasure=v9?
  ram:NetWeightMeasure=v9? ram:TariffQuantity=v13? ram:NatureIdentificationTransportCargo=g94?
 g72 ram:ID=v0? ram:LoadingLengthMeasure=v9? ram:CategoryCode=v45? ram:CharacteristicCode=v46?
  ram:UsedCapacityCode=v47? ram:LinearSpatialDimension=g60?
 g73 ram:StageCode=v48? ram:ModeCode=v49? ram:Mode=v1? ram:UsedLogisticsTransportMeans=g95?
 g74 ram:ID=v0? ram:Name=v1* ram:TypeCode=v4? ram:Description=v1* ram:PhysicalGeographicalCoordinate=g96?
  ram:PostalTradeAddress=g23?
 g75 ram:IBANID=v0? ram:AccountName=v1? ram:ProprietaryID=v0?
 g76 ram:IBANID=v0? ram:AccountName=v1? ram:ProprietaryID=v0?
 g77 ram:BICID=v0? ram:ClearingSystemName=v1? ram:CHIPSUniversalID=v0? ram:NewZealandNCCID=v0?
  ram:IrishNSCID=v0? ram:UKSortCodeID=v0? ram:CHIPSParticipantID=v0? ram:SwissBCID=v0?
  ram:FedwireRoutingNumberID=v0? ram:PortugueseNCCID=v0? ram:RussianCentralBankID=v0?
  ram:ItalianDomesticID=v0? ram:AustrianBankleitzahlID=v0? ram:CanadianPaymentsAssociationID=v0? ram:SICID=v0?
  ram:GermanBankleitzahlID=v0? ram:SpanishDomesticInterbankingID=v0? ram:SouthAfricanNCCID=v0?
  ram:HongKongBankID=v0? ram:AustralianBSBID=v0? ram:IndianFinancialSystemID=v0? ram:HellenicBankID=v0?
  ram:PolishNationalClearingID=v0? ram:Name=v1? ram:JapanFinancialInstitutionCommonID=v0?
  ram:LocationFinancialInstitutionAddress=g97? ram:SubDivisionBranchFinancialInstitution=g98?
 g78 ram:BICID=v0? ram:CHIPSUniversalID=v0? ram:NewZealandNCCID=v0? ram:IrishNSCID=v0? ram:UKSortCodeID=v0?
  ram:CHIPSParticipantID=v0? ram:SwissBCID=v0? ram:FedwireRoutingNumberID=v0? ram:PortugueseNCCID=v0?
  ram:RussianCentralBankID=v0? ram:ItalianDomesticID=v0? ram:AustrianBankleitzahlID=v0?
  ram:CanadianPaymentsAssociationID=v0? ram:SICID=v0? ram:GermanBankleitzahlID=v0?
  ram:SpanishDomesticInterbankingID=v0? ram:SouthAfricanNCCID=v0? ram:HongKongBankID=v0?
  ram:AustralianBSBID=v0? ram:IndianFinancialSystemID=v0? ram:HellenicBankID=v0?
  ram:PolishNationalClearingID=v0? ram:Name=v1? ram:ClearingSystemName=v1?
  ram:JapanFinancialInstitutionCommonID=v0? ram:LocationFinancialInstitutionAddress=g97?
  ram:SubDivisionBranchFinancialInstitution=g98?
 g79 udt:DateString=v6|udt:Date=v50
 g80 ram:BasisDateTime=g7? ram:BasisPeriodMeasure=v9? ram:BasisAmount=v12? ram:CalculationPercent=v10?
  ram:ActualPenaltyAmount=v12?
 g81 ram:BasisDateTime=g7? ram:BasisPeriodMeasure=v9? ram:BasisAmount=v12? ram:CalculationPercent=v10?
  ram:ActualDiscountAmount=v12?
 g82 ram:ID=v0 ram:TypeCode=v4? ram:Content=v1 ram:ContractualLanguageCode=v4?
 g83 ram:ID=v0 ram:QueryID=v0? ram:TypeCode=v4? ram:Content=v1 ram:ContractualLanguageCode=v4?
 g84 ram:ID=v0? ram:ValueMeasure=v9 ram:Description=v1? ram:TypeCode=v4 ram:ContractualLanguageCode=v4?
  ram:ComponentWorkItemDimension=g84*
 g85 ram:CalculatedAmount=v12? ram:TypeCode=v4? ram:CalculatedRate=v10? ram:BasisAmount=v12?
  ram:TaxPointDate=g79?
 g86 ram:TypeCode=v4? ram:Name=v1* ram:ValueMeasure=v9?
 g87 ram:ID=v0? ram:VersionID=v0? ram:ElementVersionID=v0? ram:URIID=v0? ram:PartID=v0? ram:AgencyID=v0?
 g88 ram:ID=v0? ram:Name=v1*
 g89 ram:ChargeAmount=v12? ram:BasisQuantity=v13* ram:NetPriceIndicator=g5* ram:ComparisonMethodCode=v4?
 g90 ram:StartDateTime=g7? ram:EndDateTime=g7? ram:Description=v1?
 g91 ram:TypeCode=v51* ram:Content=v1* ram:ContentDateTime=g7? ram:ContentAmount=v12* ram:BarcodeTypeCode=v4*
  ram:ContentCode=v4* ram:AutomaticDataCaptureMethodTypeCode=v52*
 g92 ram:MaterialID=v0? ram:RecyclingDescriptionCode=v4* ram:Description=v1* ram:RecyclingProcedure=v1*
 g93 ram:MaterialID=v0* ram:TermsAndConditionsDescription=v1* ram:TermsAndConditionsDescriptionCode=v4?
  ram:DepositValueSpecifiedAmount=v12* ram:DepositValueValiditySpecifiedPeriod=g9?
 g94 ram:TypeCode=v53? ram:Identification=v1? ram:OperationalCategoryCode=v54?
  ram:StatisticalClassificationCode=v55?
 g95 ram:TypeCode=v56? ram:Type=v1? ram:ID=v0? ram:Name=v1? ram:OwnerTradeParty=g10?
 g96 ram:AltitudeMeasure=v9? ram:LatitudeMeasure=v9? ram:LongitudeMeasure=v9? ram:SystemID=v0?
 g97 ram:PostcodeCode=v4? ram:BuildingNumber=v1? ram:LineOne=v1? ram:LineTwo=v1? ram:LineThree=v1?
  ram:LineFour=v1? ram:LineFive=v1? ram:StreetName=v1? ram:CityName=v1? ram:CountrySubDivisionID=v0?
  ram:CountryID=v0? ram:TypeCode=v4? ram:DepartmentName=v1? ram:PostOfficeBox=v1? ram:CityID=v0?
  ram:CountrySubDivisionName=v1? ram:CountryName=v1?
 g98 ram:ID=v0? ram:Name=v1? ram:LocationFinancialInstitutionAddress=g97?`
