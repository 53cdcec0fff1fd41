import { useCreateKey } from '../../api/keys.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyForm } from './KeyForm.tsx'

/** Dialog that creates an API key and shows it once. */
export function CreateKey(props: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateKey()
  const close = () => {
    props.onClose()
    create.reset()
  }
  return (
    <KeyDialog isOpen={props.isOpen} title="Create API key" created={create.data} onClose={close}>
      <KeyForm create={create} onCancel={close} />
    </KeyDialog>
  )
}
