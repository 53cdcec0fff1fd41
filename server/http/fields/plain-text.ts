import { Refusal } from '../../errors.ts'

// PostgreSQL cannot store NUL and unpaired surrogates. The subject of a mail must be one line.
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u

/** Checks the name and description of a template. @throws {Refusal} `invalid` for characters that cannot be shown. */
export function requirePlainText(texts: {
  name?: string | undefined
  description?: string | undefined
}): void {
  if (texts.name?.trim() === '') throw new Refusal('invalid', 'name is empty.')
  if (UNSHOWABLE.test(texts.name ?? '')) {
    throw new Refusal('invalid', 'name contains a control character or an unpaired UTF-16 surrogate.')
  }
  if (UNSHOWABLE.test((texts.description ?? '').replace(/[\r\n\t]/g, ''))) {
    throw new Refusal('invalid', 'description contains a control character or an unpaired UTF-16 surrogate.')
  }
}
