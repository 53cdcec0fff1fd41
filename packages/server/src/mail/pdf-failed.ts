import { mailHtml, pageCountText, subjectName } from './mail-layout.ts'

const REASON_LENGTH_MAX = 500

/** Composes the mail about a failed job, with the reason. */
export function composePdfFailed(failed: {
  templateName: string
  pages: number
  jobId: string
  /** Error message of the job. */
  message: string
}): { subject: string; text: string; html: string } {
  const name = subjectName(failed.templateName)
  const pages = pageCountText(failed.pages)
  // The last line of the mail has this sentence for all failures.
  const message = failed.message.replace(' Nothing was charged.', '')
  const characters = Array.from(message.replace(/[\p{C}\s]+/gu, ' ').trim())
  const reason =
    characters.length > REASON_LENGTH_MAX
      ? `${characters.slice(0, REASON_LENGTH_MAX).join('')}…`
      : characters.join('')
  const small = `No credits were charged. Job id: ${failed.jobId}.`
  return {
    subject: `Your PDF could not be created: ${name}`,
    text: `Your PDF "${name}" (${pages}) could not be created.\n\n${reason}\n\n${small}\n`,
    html: mailHtml({
      heading: 'Your PDF could not be created',
      name,
      about: `(${pages}): ${reason}`,
      small,
    }),
  }
}
