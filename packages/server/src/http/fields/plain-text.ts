import { Refusal } from '@platen/template/refusal'

// PostgreSQL cannot store NUL and unpaired surrogates. The subject of a mail must be one line.
const NOT_PRINTABLE = /[\p{Cc}\p{Cs}]/u

/** Checks the name and description of a template. @throws {Refusal} `invalid` for characters that cannot be printed. */
export function requirePlainText(texts: {
  name?: string | undefined
  description?: string | undefined
}): void {
  if (texts.name?.trim() === '') throw new Refusal('invalid', 'name is empty.')
  if (NOT_PRINTABLE.test(texts.name ?? '')) {
    throw new Refusal('invalid', 'name contains a control character or an unpaired UTF-16 surrogate.')
  }
  if (NOT_PRINTABLE.test((texts.description ?? '').replace(/[\r\n\t]/g, ''))) {
    throw new Refusal('invalid', 'description contains a control character or an unpaired UTF-16 surrogate.')
  }
}
