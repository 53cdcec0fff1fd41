const NAME_BYTES_MAX = 120
/** Names that Windows keeps for devices, whatever follows after a dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A file name for a template, whatever it is called: one name, never a path, the same on every system.
 * @param taken whether a name is another's already; asked without regard to case.
 */
export function fileNameFor(templateName: string, taken: (name: string) => boolean): string {
  const stem = safeStem(templateName)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${stem}.hbs` : `${stem} ${number}.hbs`
    if (!taken(name)) return name
  }
}

/** What a template is called that is made of a file. */
export function templateNameFor(file: string): string {
  const name = file.split('/').at(-1) ?? file
  return name.replace(/\.(hbs|handlebars|html?)$/i, '') || name
}

function safeStem(templateName: string): string {
  const plain = templateName
    .normalize('NFC')
    // Whoever looks at a list of files sees the name that there is: nothing invisible, nothing that turns it around.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/\.(hbs|handlebars)$/i, '')
    .replace(/\s+/g, ' ')
  const stem = cut(plain)
    // A dot hides a file, a dash makes it an option of every command, and Windows drops both at the end.
    .replace(/^[\s.~-]+/, '')
    .replace(/(?<![\s.])[\s.]+$/, '')
  if (stem === '') return 'template'
  return DEVICE.test(stem) ? `_${stem}` : stem
}

/** Within what every file system takes, and never in the midst of a character. */
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
