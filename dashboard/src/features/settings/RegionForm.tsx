import { Autocomplete, Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../api/failure.ts'
import { useFields } from '../../drafts/use-fields.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Section } from '../../ui/Section.tsx'
import { LOCALES, nameOfLocale, sampleOf, TIME_ZONES } from './regions.ts'
import { type Settings, useRegion } from './settings.ts'

const ZONES_SHOWN_MAX = 60

/** How dates and numbers are written where a template does not say it. */
export function RegionForm(props: { region: Settings['region'] }) {
  const draft = useFields({ key: 'region', name: 'Locale and time zone', saved: props.region })
  const region = draft.value
  const change = useRegion()
  const sample = sampleOf(region)
  return (
    <Section
      title="Locale and time zone"
      description="What formatDate, formatNumber, formatCurrency, upper and lower take where a template names none."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(region, {
            onSuccess() {
              draft.saved(region)
              notifications.show({ message: 'It holds from the next PDF on.' })
            },
          })
        }}
      >
        <Stack gap="sm">
          {draft.notice}
          <FormFailure message={change.error ? messageOf(change.error) : undefined} />
          <Group align="flex-start" gap="sm">
            <Autocomplete
              label="Locale"
              description="Any BCP 47 tag, such as de-AT."
              data={LOCALES}
              renderOption={({ option }) => `${option.value} · ${nameOfLocale(option.value)}`}
              value={region.locale}
              onChange={(locale) => draft.change({ locale })}
              maxLength={35}
              error={sample === undefined ? 'This is not a locale' : null}
              flex="1 1 200px"
            />
            <Select
              label="Time zone"
              description="By its IANA name."
              data={TIME_ZONES}
              limit={ZONES_SHOWN_MAX}
              searchable
              allowDeselect={false}
              nothingFoundMessage="No such time zone"
              value={region.timeZone}
              onChange={(timeZone) => draft.change({ timeZone: timeZone ?? 'UTC' })}
              flex="1 1 200px"
            />
          </Group>
          <Group justify="space-between">
            <Text c="dimmed" size="sm">
              {sample ?? ' '}
            </Text>
            <Button
              type="submit"
              variant="default"
              loading={change.isPending}
              disabled={!draft.isChanged || sample === undefined}
            >
              Save locale and time zone
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
