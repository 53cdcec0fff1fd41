/** What a browser is told to do with a PDF: save it under its name. What it shows, it could also run. */
export function dispositionOf(fileName: string): string {
  // RFC 6266: a plain name for every reader, and the real one, encoded, for those who understand it.
  const plain = fileName.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
