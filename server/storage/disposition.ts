/** Returns the `content-disposition` of a PDF: save it under its name. A PDF that the browser displays may run scripts. */
export function dispositionOf(fileName: string): string {
  // RFC 6266: an ASCII name for every client, and the encoded name for clients that support it.
  const plain = fileName.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
