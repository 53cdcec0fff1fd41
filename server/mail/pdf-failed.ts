import { letterHtml, pagesOf, plainName } from './mail-layout.ts'

const REASON_LENGTH_MAX = 500

/** Composes the mail that tells an account that one of its jobs failed, with the reason. */
export function composePdfFailed(failed: {
  templateName: string
  pages: number
  jobId: string
  /** The job's error message. */
  message: string
}): { subject: string; text: string; html: string } {
  const name = plainName(failed.templateName)
  const pages = pagesOf(failed.pages)
  const characters = Array.from(failed.message.replace(/[\p{C}\s]+/gu, ' ').trim())
  const reason =
    characters.length > REASON_LENGTH_MAX
      ? `${characters.slice(0, REASON_LENGTH_MAX).join('')}…`
      : characters.join('')
  const small = `No credits were charged. The job's id is ${failed.jobId}.`
  return {
    subject: `Your PDF could not be made: ${name}`,
    text: `Your PDF "${name}" (${pages}) could not be made.\n\n${reason}\n\n${small}\n`,
    html: letterHtml({
      heading: 'Your PDF could not be made',
      name,
      about: `(${pages}): ${reason}`,
      small,
    }),
  }
}
