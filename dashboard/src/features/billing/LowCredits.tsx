import { Button, Group, NumberInput, Select, Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../api/failure.ts'
import { useFields } from '../../drafts/use-fields.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Billing, useNotice } from './billing.ts'

const CREDITS_MAX = 1_000_000_000

const CHOICES = [
  { value: 'auto', label: 'At a tenth of what there was' },
  { value: 'at', label: 'At a number of credits' },
  { value: 'never', label: 'Never' },
]

/** When to be told by mail that credits are few. */
export function LowCredits(props: { billing: Billing | undefined }) {
  const { billing } = props
  return (
    <Section
      title="Low-credit mail"
      description="One mail when credits run low, and no more until some are added."
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
  const draft = useFields({ key: 'low-credits', name: 'Low-credit mail', saved: fieldsOf(props.below) })
  const { choice, credits } = draft.value
  const notice = useNotice()
  const wanted = choice === 'auto' ? null : choice === 'never' ? 0 : Number(credits)
  const isWrong = wanted !== null && !(Number.isInteger(wanted) && wanted >= 0)
  const save = () =>
    notice.mutate(wanted, {
      onSuccess() {
        draft.saved(draft.value)
        notifications.show({ message: 'Saved.' })
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
        {draft.notice}
        <FormFailure message={notice.error ? messageOf(notice.error) : undefined} />
        <Group align="flex-end" gap="xs">
          <Select
            label="Send it"
            data={CHOICES}
            value={choice}
            allowDeselect={false}
            onChange={(value) => draft.change({ choice: value ?? 'auto' })}
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
              onChange={(credits) => draft.change({ credits })}
            />
          )}
          <Button
            type="submit"
            variant="default"
            loading={notice.isPending}
            disabled={wanted === props.below || isWrong}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function fieldsOf(below: number | null): { choice: string; credits: string | number } {
  return { choice: below === null ? 'auto' : below === 0 ? 'never' : 'at', credits: below || 100 }
}
