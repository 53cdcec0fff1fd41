import { FileInput, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { useAddCertificate } from './certificates.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const NAME_LENGTH_MAX = 100
const FILE_BYTES_MAX = 64 * 1024

/** Dialog that adds a certificate from a PKCS#12 file. */
export function AddCertificate({ onClose }: { onClose: () => void }) {
  const adding = useAddCertificate()
  const form = useForm<{ name: string; file: File | null; password: string }>({
    initialValues: { name: '', file: null, password: '' },
    validate: {
      name: (name) =>
        NAME.test(name.trim())
          ? null
          : 'Use letters, digits, dots, dashes and underscores, such as company-seal.',
      file: (file) => {
        if (!file) return 'Choose a file.'
        return file.size > FILE_BYTES_MAX ? 'The file is larger than 64 KB. Choose a smaller file.' : null
      },
    },
  })
  const submit = form.onSubmit(({ name, file, password }) => {
    if (!file) return
    adding.mutate(
      { name: name.trim(), file, password },
      {
        onSuccess: () => {
          notifications.show({ message: 'The certificate was added.' })
          onClose()
        },
      },
    )
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add certificate"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <FormFailure message={adding.error ? messageOf(adding.error) : undefined} />
          <TextInput
            data-autofocus
            label="Name"
            description="Calls use it in the option sign. A certificate with the same name is replaced."
            placeholder="company-seal"
            autoComplete="off"
            maxLength={NAME_LENGTH_MAX}
            {...form.getInputProps('name')}
          />
          <FileInput
            label="File"
            description="A PKCS#12 file (.p12 or .pfx) with the private key and its certificates."
            accept=".p12,.pfx"
            {...form.getInputProps('file')}
          />
          <PasswordInput
            label="Password of the file"
            description="It is not stored."
            autoComplete="off"
            {...form.getInputProps('password')}
          />
          <DialogButtons submit="Add certificate" onCancel={onClose} isPending={adding.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}
