import { Modal } from '@mantine/core'
import type { ComponentProps } from 'react'
import { PreviewPane } from './PreviewPane.tsx'
import classes from './FullScreenPreview.module.css'

/** Preview that fills the window. */
export function FullScreenPreview({
  onClose,
  ...preview
}: Omit<ComponentProps<typeof PreviewPane>, 'onFullScreen' | 'isFullScreen'> & { onClose: () => void }) {
  return (
    <Modal
      opened
      fullScreen
      title={preview.fileName}
      onClose={onClose}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <PreviewPane {...preview} isFullScreen />
    </Modal>
  )
}
