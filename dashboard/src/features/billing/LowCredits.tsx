import { Button, Group, NumberInput, Select, Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { messageOf } from '../../api/failure.ts'
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
  const [choice, setChoice] = useState(props.below === null ? 'auto' : props.below === 0 ? 'never' : 'at')
  const [credits, setCredits] = useState<string | number>(props.below || 100)
  const notice = useNotice()
  const wanted = choice === 'auto' ? null : choice === 'never' ? 0 : Number(credits)
  const isWrong = wanted !== null && !(Number.isInteger(wanted) && wanted >= 0)
  const save = () => notice.mutate(wanted, { onSuccess: () => notifications.show({ message: 'Saved.' }) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        <FormFailure message={notice.error ? messageOf(notice.error) : undefined} />
        <Group align="flex-end" gap="xs">
          <Select
            label="Send it"
            data={CHOICES}
            value={choice}
            allowDeselect={false}
            onChange={(value) => setChoice(value ?? 'auto')}
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
              onChange={setCredits}
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
