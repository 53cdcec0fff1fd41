import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { BatchCheck } from '../../api/batches.ts'
import { currentTemplateQuery, previewQuery } from '../../api/templates.ts'
import { PreviewPane } from '../templates/editor/PreviewPane.tsx'
import classes from '../templates/editor/FullScreenPreview.module.css'

/** Button that shows the document of the first valid row. Nothing is charged. */
export function FirstDocument(props: { templateId: string; check: BatchCheck }) {
  const [isOpen, setIsOpen] = useState(false)
  const row = props.check.firstRows.find(({ data }) => data !== null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        disabled={!row}
        onClick={() => setIsOpen(true)}
      >
        Preview first document
      </Button>
      {isOpen && row && (
        <Modal
          opened
          fullScreen
          title={`Row ${row.number}`}
          onClose={() => setIsOpen(false)}
          classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
        >
          <Document templateId={props.templateId} data={row.data ?? {}} />
        </Modal>
      )}
    </>
  )
}

function Document({ templateId, data }: { templateId: string; data: object }) {
  const { data: template, error: templateError } = useQuery(currentTemplateQuery(templateId))
  const {
    data: preview,
    isFetching,
    error,
  } = useQuery(previewQuery(template?.content ?? '', data, { dataSchema: template?.dataSchema ?? '' }))
  return (
    <PreviewPane
      preview={preview}
      isFetching={isFetching}
      problem={templateError ?? error ?? undefined}
      fileName={template?.name ?? 'document'}
      isFullScreen
    />
  )
}
