/**
 * Whether everything that the document loads is there, and what of it is late or missing.
 *
 * Elements with a name hide the document's own properties (<img name="images">), in every world; hence the
 * prototype. Reading a height makes the layout ask for the fonts that it needs. A lazy image would be loaded
 * when it is printed, but not waited for.
 */
function resources() {
  /** @param {string} name */
  const own = (name) => Reflect.get(Document.prototype, name, document)
  own('documentElement')?.offsetHeight
  /** @type {HTMLImageElement[]} */
  const images = [...own('images')]
  /** @type {FontFace[]} */
  const fonts = [...own('fonts')]
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager'
  /** @param {HTMLImageElement} image */
  const address = (image) => image.currentSrc || image.src
  const loaded = own('readyState') === 'complete'
  const late = [
    ...images.filter((image) => !image.complete).map(address),
    ...fonts.filter((font) => font.status === 'loading').map((font) => `font ${font.family}`),
  ]
  return {
    settled: loaded && late.length === 0,
    late: loaded || late.length > 0 ? late : ['a style sheet, script or frame'],
    missingImages: images
      .filter((image) => image.complete && address(image) && image.naturalWidth === 0)
      .map(address),
    missingFonts: fonts.filter((font) => font.status === 'error').map((font) => font.family),
  }
}
