/**
 * What of all that the document loads is not there yet, and what never will be.
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
  const address = (image) => (image.currentSrc || image.src).slice(0, 200)
  const late = {
    images: few(images.filter((image) => !image.complete)).map(address),
    fonts: few(fonts.filter((font) => font.status === 'loading')).map((font) =>
      `font ${font.family}`.slice(0, 200),
    ),
    document: /** @type {string[]} */ ([]),
  }
  // Its own load waits for images as well.
  if (own('readyState') !== 'complete' && late.images.length === 0)
    late.document.push('a style sheet, script or frame')
  return {
    late,
    missingImages: few(
      images.filter((image) => image.complete && address(image) && image.naturalWidth === 0),
    ).map(address),
    missingFonts: few(fonts.filter((font) => font.status === 'error')).map(({ family }) =>
      family.slice(0, 200),
    ),
  }
}

/**
 * Only so many are told of.
 * @template Item
 * @param {Item[]} items
 */
function few(items) {
  return items.slice(0, 50)
}
