/**
 * Adds a link that is as wide as the page area. It is outside of the body, so that it takes no styles or transforms
 * of the content.
 * @param {{ address: string, height: number }} ruler height in CSS pixels.
 */
function addRuler({ address, height }) {
  const link = document.createElement('a')
  link.href = address
  const style = { all: 'initial', display: 'block', position: 'absolute', top: '0', left: '0', width: '100%' }
  for (const [name, value] of Object.entries({ ...style, height: `${height}px` }))
    link.style.setProperty(name, value, 'important')
  document.documentElement.append(link)
}

/** @param {{ address: string }} ruler */
function removeRuler({ address }) {
  document.querySelector(`html > a[href="${address}"]`)?.remove()
}
