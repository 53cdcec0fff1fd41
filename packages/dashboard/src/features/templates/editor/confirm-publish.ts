import { Failure } from '../../../base/failure.ts'
import { confirmDialog } from '../../../ui/dialogs/confirm.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import { previewProblem } from './preview.ts'

/** Asks before a template is published whose preview fails. @returns false when the user cancels. */
export async function confirmPublish(texts: EditorTexts): Promise<boolean> {
  const problem = await previewProblem(texts)
  if (!problem) return true
  const detail = problem instanceof Failure ? (problem.detail ?? '') : ''
  return await confirmDialog({
    title: 'Publish with an error?',
    message: `Calls of the published version may fail as its preview does:\n\n${problem.message}\n${detail}`,
    confirmLabel: 'Publish anyway',
    danger: true,
  })
}
