import { Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { useFormDraft } from '../../drafts/use-form-draft.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { countOf } from '../../ui/numbers.ts'
import { type Account, useGiveCredits } from './operator.ts'

const CREDITS_MAX = 1_000_000_000
const REASON_LENGTH_MAX = 500

/** The dialog that gives an account credits, or takes some, and says why. */
export function GiveCredits(props: {
  account: Pick<Account, 'userId' | 'email'>
  isOpen: boolean
  onClose: () => void
  onGiven?: () => void
}) {
  const { userId, email } = props.account
  const give = useGiveCredits(userId)
  // Sent again because no answer came, it gives nothing more; what was changed since is another gift.
  const [giftId, setGiftId] = useState(newGiftId)
  const form = useForm<{ credits: number | string; reason: string }>({
    initialValues: { credits: 100, reason: '' },
    onValuesChange: () => setGiftId(newGiftId()),
    validate: {
      credits: (value) =>
        Number.isInteger(value) && value !== 0 ? null : 'A whole number, please; below zero takes credits',
      reason: (value) => (value.trim() === '' ? 'Please say why; the account’s owner reads it' : null),
    },
  })
  const isDirty = form.isDirty()
  const typed = useMemo(
    () => (isDirty ? { ...form.values, giftId } : undefined),
    [isDirty, form.values, giftId],
  )
  const draft = useFormDraft<NonNullable<typeof typed>>({
    key: `give-credits:${userId}`,
    name: `Give ${email} credits`,
    value: typed,
    restore({ giftId, ...fields }) {
      form.setValues(fields)
      setGiftId(giftId)
    },
    reset: form.reset,
  })
  const close = () => {
    void draft.discard()
    props.onClose()
    setGiftId(newGiftId())
    give.reset()
    form.reset()
  }
  const submit = form.onSubmit(({ credits, reason }) =>
    give.mutate(
      { credits: Number(credits), reason: reason.trim(), giftId },
      {
        onSuccess: ({ credits: balance }) => {
          close()
          props.onGiven?.()
          notifications.show({ message: `${email} now has ${countOf(balance, 'credit')}.` })
        },
      },
    ),
  )
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={`Give ${email} credits`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {draft.notice}
          <FormFailure message={give.error ? messageOf(give.error) : undefined} />
          <NumberInput
            data-autofocus
            label="Credits"
            description="Below zero takes them."
            allowDecimal={false}
            min={-CREDITS_MAX}
            max={CREDITS_MAX}
            thousandSeparator=","
            {...form.getInputProps('credits')}
          />
          <TextInput
            label="Reason"
            description="It stands in the account’s ledger and in the operators’ log."
            maxLength={REASON_LENGTH_MAX}
            {...form.getInputProps('reason')}
          />
          <DialogButtons submit="Give credits" onCancel={close} isPending={give.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}

// `crypto.randomUUID` is not there on pages that come by plain HTTP.
function newGiftId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
