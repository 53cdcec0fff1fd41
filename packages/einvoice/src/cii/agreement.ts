import type { Invoice, SupportingDocument } from '../model/invoice.ts'
import { attribute, type Codec, content, fixed, group, inline, leaf, list, wrap } from '../xml/codec.ts'
import { buyer, hasText, seller, taxRepresentative } from './party.ts'

const NAME = 'ram:AdditionalReferencedDocument'

const supportingDocument: Codec<SupportingDocument>[] = [
  leaf('ram:IssuerAssignedID', 'reference'),
  leaf('ram:URIID', 'url'),
  fixed('ram:TypeCode', '916'),
  leaf('ram:Name', 'description'),
  group<SupportingDocument, 'attachment'>('ram:AttachmentBinaryObject', 'attachment', [
    content('content'),
    attribute('mimeCode', 'mimeType'),
    attribute('filename', 'fileName'),
  ]),
]

const isOther = hasText('ram:TypeCode', '50', '130')

/** Codecs of the header of the agreement: parties and references. */
export const agreement: Codec<Invoice>[] = [
  leaf('ram:BuyerReference', 'buyerReference'),
  group('ram:SellerTradeParty', 'seller', seller),
  group('ram:BuyerTradeParty', 'buyer', buyer),
  group('ram:SellerTaxRepresentativeTradeParty', 'taxRepresentative', taxRepresentative),
  wrap('ram:SellerOrderReferencedDocument', [leaf('ram:IssuerAssignedID', 'salesOrderReference')]),
  wrap('ram:BuyerOrderReferencedDocument', [leaf('ram:IssuerAssignedID', 'purchaseOrderReference')]),
  wrap('ram:ContractReferencedDocument', [leaf('ram:IssuerAssignedID', 'contractReference')]),
  list<Invoice, 'supportingDocuments'>(NAME, 'supportingDocuments', supportingDocument, {
    when: (element) => !isOther(element),
  }),
  wrap(NAME, [leaf<Invoice>('ram:IssuerAssignedID', 'tenderReference'), fixed('ram:TypeCode', '50')], {
    when: hasText('ram:TypeCode', '50'),
  }),
  wrap(
    NAME,
    [
      inline<Invoice, 'invoicedObject'>('invoicedObject', [
        leaf('ram:IssuerAssignedID', 'id'),
        fixed('ram:TypeCode', '130'),
        leaf('ram:ReferenceTypeCode', 'scheme'),
      ]),
    ],
    { when: hasText('ram:TypeCode', '130') },
  ),
  wrap('ram:SpecifiedProcuringProject', [
    leaf<Invoice>('ram:ID', 'projectReference'),
    fixed('ram:Name', 'Project reference'),
  ]),
]
