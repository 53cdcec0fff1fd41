import { Autocomplete, Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { useFields } from '../../backups/use-fields.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { LOCALES, nameOfLocale, sampleOf, TIME_ZONES } from './regions.ts'
import { type Settings, useRegion } from './settings.ts'

const ZONES_SHOWN_MAX = 60

/** Form for the default locale and time zone of templates. */
export function RegionForm(props: { region: Settings['region'] }) {
  const backup = useFields({ key: 'region', name: 'Locale and time zone', saved: props.region })
  const region = backup.value
  const change = useRegion()
  const sample = sampleOf(region)
  return (
    <Section
      title="Locale and time zone"
      description="Defaults for formatDate, formatNumber, formatCurrency, upper and lower, used when a template does not set them."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(region, {
            onSuccess() {
              backup.saved(region)
              notifications.show({
                message: 'The locale and the time zone were saved. They apply to all new renders.',
              })
            },
          })
        }}
      >
        <Stack gap="sm">
          {backup.notice}
          <FormFailure message={change.error ? messageOf(change.error) : undefined} />
          <Group align="flex-start" gap="sm">
            <Autocomplete
              label="Locale"
              description="A BCP 47 tag, such as de-AT."
              data={LOCALES}
              renderOption={({ option }) => `${option.value} · ${nameOfLocale(option.value)}`}
              value={region.locale}
              onChange={(locale) => backup.change({ locale })}
              maxLength={35}
              error={sample === undefined ? 'This is not a valid locale.' : null}
              flex="1 1 200px"
            />
            <Select
              label="Time zone"
              description="An IANA name, such as Europe/Vienna."
              data={TIME_ZONES}
              limit={ZONES_SHOWN_MAX}
              searchable
              allowDeselect={false}
              nothingFoundMessage="No matching time zone"
              value={region.timeZone}
              onChange={(timeZone) => backup.change({ timeZone: timeZone ?? 'UTC' })}
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
              disabled={!backup.isChanged || sample === undefined}
            >
              Save locale and time zone
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
