import { Autocomplete, Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Section } from '../../ui/Section.tsx'
import { LOCALES, nameOfLocale, sampleOf, TIME_ZONES } from './regions.ts'
import { type Settings, useRegion } from './settings.ts'

const ZONES_SHOWN_MAX = 60

/** How dates and numbers are written where a template does not say it. */
export function RegionForm(props: { region: Settings['region'] }) {
  const [locale, setLocale] = useState(props.region.locale)
  const [timeZone, setTimeZone] = useState(props.region.timeZone)
  const change = useRegion()
  const sample = sampleOf({ locale, timeZone })
  const isSame = locale === props.region.locale && timeZone === props.region.timeZone
  return (
    <Section
      title="Locale and time zone"
      description="What formatDate, formatNumber, formatCurrency, upper and lower take where a template names none."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(
            { locale, timeZone },
            { onSuccess: () => notifications.show({ message: 'It holds from the next PDF on.' }) },
          )
        }}
      >
        <Stack gap="sm">
          <FormFailure message={change.error ? messageOf(change.error) : undefined} />
          <Group align="flex-start" gap="sm">
            <Autocomplete
              label="Locale"
              description="Any BCP 47 tag, such as de-AT."
              data={LOCALES}
              renderOption={({ option }) => `${option.value} · ${nameOfLocale(option.value)}`}
              value={locale}
              onChange={setLocale}
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
              value={timeZone}
              onChange={(zone) => setTimeZone(zone ?? 'UTC')}
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
              disabled={isSame || sample === undefined}
            >
              Save locale and time zone
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
