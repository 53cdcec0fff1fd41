import { Button, Group, NumberInput, Select, Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { useFields } from '../../backups/use-fields.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { type Billing, useChangeLowCreditNotice } from '../../api/billing.ts'

const CREDITS_MAX = 1_000_000_000

const CHOICES = [
  { value: 'auto', label: 'At 10 % of the balance after the last top-up' },
  { value: 'at', label: 'At a number of credits' },
  { value: 'never', label: 'Never' },
]

/** Setting of the mail about a low balance. */
export function LowCreditNotice(props: { billing: Billing | undefined }) {
  const { billing } = props
  return (
    <Section
      title="Low balance notice"
      description="You receive one mail when the balance is low. The next one follows only after credits were added."
    >
      {billing ? (
        <Form key={String(billing.notice.below)} below={billing.notice.below} />
      ) : (
        <Skeleton height={36} />
      )}
    </Section>
  )
}

function Form(props: { below: number | null }) {
  const backup = useFields({ key: 'low-credits', name: 'Low balance notice', saved: fieldsOf(props.below) })
  const { choice, credits } = backup.value
  const notice = useChangeLowCreditNotice()
  const threshold = choice === 'auto' ? null : choice === 'never' ? 0 : Number(credits)
  const isInvalid = threshold !== null && !(Number.isInteger(threshold) && threshold >= 0)
  const save = () =>
    notice.mutate(threshold, {
      onSuccess() {
        backup.saved(backup.value)
        notifications.show({ message: 'The low balance notice was saved.' })
      },
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        {backup.notice}
        <FormFailure message={notice.error ? messageOf(notice.error) : undefined} />
        <Group align="flex-end" gap="xs">
          <Select
            label="Send the mail"
            data={CHOICES}
            value={choice}
            allowDeselect={false}
            onChange={(value) => backup.change({ choice: value ?? 'auto' })}
            flex="1 1 210px"
          />
          {choice === 'at' && (
            <NumberInput
              label="Credits"
              w={120}
              min={1}
              max={CREDITS_MAX}
              allowDecimal={false}
              thousandSeparator=","
              value={credits}
              onChange={(credits) => backup.change({ credits })}
            />
          )}
          <Button
            type="submit"
            variant="default"
            loading={notice.isPending}
            disabled={threshold === props.below || isInvalid}
          >
            Save notice
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function fieldsOf(below: number | null): { choice: string; credits: string | number } {
  return { choice: below === null ? 'auto' : below === 0 ? 'never' : 'at', credits: below || 100 }
}
