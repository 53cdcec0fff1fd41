/** Returns the header `content-disposition` with which browsers save a PDF. If they displayed it, it could run scripts. */
export function dispositionOf(fileName: string): string {
  // RFC 6266: an ASCII name for every client, and the encoded name for clients that support it.
  const plain = fileName.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
