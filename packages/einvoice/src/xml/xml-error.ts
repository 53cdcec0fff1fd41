/** XML that cannot be read as an invoice. */
export class XmlError extends Error {}
