import type { EditorView } from '@codemirror/view'
import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { notifyFailure } from '../../../api/query-client.ts'
import { backupKeys } from '../../../backups/keys.ts'
import { RestoredNotice } from '../../../backups/RestoredNotice.tsx'
import type { StoredBackup } from '../../../backups/store.ts'
import { useBackup } from '../../../backups/use-backup.ts'
import { confirmDialog } from '../../../ui/dialogs/confirm.ts'
import { saveAs } from '../../../ui/files/save-as.ts'
import { CodeEditor } from '../../templates/code/CodeEditor.tsx'
import { createXml } from '../einvoices.ts'
import { DEFAULT_PROFILE, type Target, type Violation } from '../formats.ts'
import { EXAMPLE_INVOICE } from './example-invoice.ts'
import { invoiceLanguage, setViolations } from './invoice-language.ts'
import classes from './InvoiceEditor.module.css'
import { rangeAt } from './json-path.ts'
import { TargetFields } from './TargetFields.tsx'
import { useValidation } from './use-validation.ts'
import { ValidationStatus } from './ValidationStatus.tsx'
import { ViolationList } from './ViolationList.tsx'

/** Backup of an invoice in this browser. */
export interface InvoiceBackup {
  text: string
  target: Target
}

const START: InvoiceBackup = {
  text: EXAMPLE_INVOICE,
  target: { format: 'facturx', profile: DEFAULT_PROFILE },
}
const NONE: readonly Violation[] = []

/**
 * Editor of an invoice in JSON that is checked while it is written.
 * @param props `restored`: backup of this browser. `onReset`: starts again with the example.
 */
export function InvoiceEditor(props: {
  restored: StoredBackup<InvoiceBackup> | undefined
  onReset: () => void
}) {
  const { restored } = props
  const [start] = useState(restored?.value ?? START)
  const [text, setText] = useState(start.text)
  const [target, setTarget] = useState(start.target)
  const [language] = useState(invoiceLanguage)
  const view = useRef<EditorView>(undefined)
  const [isCreating, setIsCreating] = useState(false)
  const isChanged = text !== START.text
  const unsaved = useMemo(() => (isChanged ? { text, target } : undefined), [isChanged, text, target])
  const backup = useBackup({ key: backupKeys.invoice(), name: 'Invoice', value: unsaved, restored })
  const validation = useValidation(text, target)
  const { invoice, result, problem, isChecking } = validation
  const violations = (problem === undefined ? result?.violations : undefined) ?? NONE
  useEffect(() => view.current?.dispatch({ effects: setViolations.of(violations) }), [violations])

  const reset = async () => {
    await backup.discard()
    props.onReset()
  }
  const startAgain = async () => {
    const isConfirmed = await confirmDialog({
      title: 'Start again?',
      message: 'The example replaces your invoice. This cannot be undone.',
      confirmLabel: 'Replace invoice',
      danger: true,
    })
    if (isConfirmed) await reset()
  }
  const download = async () => {
    if (!invoice) return
    setIsCreating(true)
    try {
      const xml = await createXml(invoice, target)
      const name = typeof invoice['number'] === 'string' ? invoice['number'] : 'invoice'
      saveAs(
        new Blob([xml], { type: 'application/xml' }),
        `${name.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')}.xml`,
      )
    } catch (error) {
      notifyFailure('The XML was not created', error)
    } finally {
      setIsCreating(false)
    }
  }

  return (
    <>
      {backup.restoredAt !== undefined && <RestoredNotice savedAt={backup.restoredAt} onDiscard={reset} />}
      <Group justify="space-between" align="flex-end" mb="sm">
        <TargetFields target={target} onChange={setTarget} />
        <Group gap="xs">
          {isChanged && (
            <Button
              variant="default"
              onClick={() =>
                void startAgain().catch((error: unknown) =>
                  notifyFailure('The backup was not removed', error),
                )
              }
            >
              Start again
            </Button>
          )}
          <Button
            leftSection={<IconDownload size={16} />}
            loading={isCreating}
            disabled={isChecking || problem !== undefined || result?.valid !== true}
            onClick={() => void download()}
          >
            Download XML
          </Button>
        </Group>
      </Group>
      <div className={classes.panes} data-wide>
        <div className={classes.text}>
          <CodeEditor
            label="Invoice"
            initial={start.text}
            extensions={language}
            onChange={setText}
            onView={(created) => (view.current = created)}
          />
        </div>
        <section className={classes.result} aria-label="Result">
          <ValidationStatus {...validation} />
          <ViolationList
            violations={violations}
            onShow={({ path }) => view.current && showPath(view.current, path)}
          />
        </section>
      </div>
    </>
  )
}

/** Selects the value at a path of the invoice, and scrolls it into view. */
function showPath(view: EditorView, path: string): void {
  const { from, to } = rangeAt(view.state, path)
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
  view.focus()
}
