/**
 * Returns the resources of the document that are still loading, and those that failed.
 *
 * Properties of the document are read through its prototype, because elements with a name hide them in every world
 * (<img name="images">). Reading a height forces a layout, which requests the fonts. Lazy images become eager, because
 * Chromium would load them when it prints, but not wait for them.
 */
function resources() {
  /** @param {string} name */
  const documentProperty = (name) => Reflect.get(Document.prototype, name, document)
  documentProperty('documentElement')?.offsetHeight
  /** @type {HTMLImageElement[]} */
  const images = [
    ...documentProperty('images'),
    ...combined().flatMap(({ html }) => [...html.querySelectorAll('img')]),
  ]
  /** @type {FontFace[]} */
  const fonts = [...documentProperty('fonts')]
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager'
  /** @param {HTMLImageElement} image */
  const address = (image) => (image.currentSrc || image.src).slice(0, 200)
  const late = {
    images: reported(images.filter((image) => !image.complete)).map(address),
    fonts: reported(fonts.filter((font) => font.status === 'loading')).map((font) =>
      `font ${font.family}`.slice(0, 200),
    ),
    document: /** @type {string[]} */ ([]),
  }
  // The load of the document also waits for images.
  if (documentProperty('readyState') !== 'complete' && late.images.length === 0)
    late.document.push('a style sheet, script or frame')
  return {
    late,
    missingImages: reported(
      images.filter((image) => image.complete && address(image) && image.naturalWidth === 0),
    ).map(address),
    missingFonts: reported(fonts.filter((font) => font.status === 'error')).map(({ family }) =>
      family.slice(0, 200),
    ),
  }
}

/**
 * Limits the number of reported items.
 * @template Item
 * @param {Item[]} items
 */
function reported(items) {
  return items.slice(0, 50)
}
