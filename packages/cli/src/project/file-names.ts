const NAME_BYTES_MAX = 120
/** Device names that Windows reserves, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Returns a file name for a template: without folders, and valid on all systems.
 * @param taken returns true for a name that is in use. Must ignore case.
 */
export function fileNameFor(templateName: string, taken: (name: string) => boolean): string {
  const stem = safeStem(templateName)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${stem}.hbs` : `${stem} ${number}.hbs`
    if (!taken(name)) return name
  }
}

/** Returns the template name for a file. */
export function templateNameFor(file: string): string {
  const name = file.split('/').at(-1) ?? file
  return name.replace(/\.(hbs|handlebars|html?)$/i, '') || name
}

function safeStem(templateName: string): string {
  const plain = templateName
    .normalize('NFC')
    // Removes invisible characters and bidirectional controls, which would disguise the name.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/\.(hbs|handlebars)$/i, '')
    .replace(/\s+/g, ' ')
  const stem = cut(plain)
    // A leading dot hides a file, a leading dash makes it an option, and Windows drops trailing dots and spaces.
    .replace(/^[\s.~-]+/, '')
    .replace(/(?<![\s.])[\s.]+$/, '')
  if (stem === '') return 'template'
  return DEVICE.test(stem) ? `_${stem}` : stem
}

/** Cuts a text to the length limit of file systems, at a character boundary. */
function cut(text: string): string {
  let bytes = 0
  let shortened = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > NAME_BYTES_MAX) break
    shortened += character
  }
  return shortened
}
