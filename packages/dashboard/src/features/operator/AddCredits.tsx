import { Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMemo, useState } from 'react'
import { messageOf } from '../../base/failure.ts'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { countOf } from '../../ui/text/numbers.ts'
import { type Account, useAddCredits } from './operator.ts'

const CREDITS_MAX = 1_000_000_000
const REASON_LENGTH_MAX = 500

/** Dialog that adds credits to an account, or removes some. */
export function AddCredits(props: {
  account: Pick<Account, 'userId' | 'email'>
  isOpen: boolean
  onClose: () => void
  onAdded?: () => void
}) {
  const { userId, email } = props.account
  const add = useAddCredits(userId)
  // A retry after a lost response adds nothing more. A change of a field creates a new key.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const form = useForm<{ credits: number | string; reason: string }>({
    initialValues: { credits: 100, reason: '' },
    onValuesChange: () => setIdempotencyKey(newIdempotencyKey()),
    validate: {
      credits: (value) =>
        Number.isInteger(value) && value !== 0 ? null : 'Enter a whole number other than 0.',
      reason: (value) =>
        value.trim() === '' ? 'Enter a reason. The owner of the account can read it.' : null,
    },
  })
  const isDirty = form.isDirty()
  const unsaved = useMemo(
    () => (isDirty ? { ...form.values, idempotencyKey } : undefined),
    [isDirty, form.values, idempotencyKey],
  )
  const backup = useFormBackup<NonNullable<typeof unsaved>>({
    key: `add-credits:${userId}`,
    name: `Add credits to ${email}`,
    value: unsaved,
    restore({ idempotencyKey: key, ...fields }) {
      form.setValues(fields)
      setIdempotencyKey(key)
    },
    reset: form.reset,
  })
  const close = () => {
    void backup.discard()
    props.onClose()
    setIdempotencyKey(newIdempotencyKey())
    add.reset()
    form.reset()
  }
  const submit = form.onSubmit(({ credits, reason }) =>
    add.mutate(
      { credits: Number(credits), reason: reason.trim(), idempotencyKey },
      {
        onSuccess: ({ credits: balance }) => {
          close()
          props.onAdded?.()
          notifications.show({ message: `${email} now has ${countOf(balance, 'credit')}.` })
        },
      },
    ),
  )
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={`Add credits to ${email}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {backup.notice}
          <FormFailure message={add.error ? messageOf(add.error) : undefined} />
          <NumberInput
            data-autofocus
            label="Credits"
            description="A negative number removes credits."
            allowDecimal={false}
            min={-CREDITS_MAX}
            max={CREDITS_MAX}
            thousandSeparator=","
            {...form.getInputProps('credits')}
          />
          <TextInput
            label="Reason"
            description="Shown in the ledger of the account and in the audit log."
            maxLength={REASON_LENGTH_MAX}
            {...form.getInputProps('reason')}
          />
          <DialogButtons submit="Add credits" onCancel={close} isPending={add.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}

// `crypto.randomUUID` exists on secure origins only.
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
