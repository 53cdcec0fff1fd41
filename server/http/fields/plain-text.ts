import { Refusal } from '../../errors.ts'

// Control characters and halves of characters cannot be stored or shown, and a mail's subject must be one line.
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u

/** Looks at what callers call a template. @throws {Refusal} `invalid` for what cannot be shown. */
export function requirePlainText(texts: {
  name?: string | undefined
  description?: string | undefined
}): void {
  if (texts.name?.trim() === '') throw new Refusal('invalid', 'name is empty.')
  if (UNSHOWABLE.test(texts.name ?? '')) {
    throw new Refusal('invalid', 'name holds a control character or half of a character.')
  }
  if (UNSHOWABLE.test((texts.description ?? '').replace(/[\r\n\t]/g, ''))) {
    throw new Refusal('invalid', 'description holds a control character or half of a character.')
  }
}
