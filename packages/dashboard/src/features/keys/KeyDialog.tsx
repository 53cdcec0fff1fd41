import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NewApiKey } from '../../api/keys.ts'
import { CreatedKey } from './CreatedKey.tsx'

/**
 * Dialog with a form that creates an API key. Shows the key once.
 * @param props `created`: the new key; the form is shown until it is set.
 */
export function KeyDialog(props: {
  isOpen: boolean
  title: string
  created: NewApiKey | undefined
  onClose: () => void
  children: ReactNode
}) {
  const { created } = props
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={created ? `API key “${created.name}” was created` : props.title}
      size="lg"
      // The key is shown only once: an accidental click or key must not close the dialog.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {created ? <CreatedKey apiKey={created} onDone={props.onClose} /> : props.children}
    </Modal>
  )
}
