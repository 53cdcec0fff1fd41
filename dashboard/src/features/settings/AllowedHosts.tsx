import { Alert, Button, Group, Radio, Stack, TagsInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../api/failure.ts'
import { useFields } from '../../drafts/use-fields.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Settings, useEgress } from './settings.ts'

type Egress = Settings['egress']

const HOSTS_MAX = 200

const MODES: { value: Egress['mode']; label: string; description: string }[] = [
  {
    value: 'public',
    label: 'Any public host',
    description: 'Pictures, fonts and styles load from anywhere.',
  },
  {
    value: 'allowlist',
    label: 'These hosts only',
    description: 'Everything else is refused, and warned of.',
  },
  { value: 'none', label: 'None', description: 'Templates hold all that they need.' },
]

const BY_OPERATOR = {
  public: undefined,
  allowlist: 'The operator of this service lets templates load from certain hosts only.',
  none: 'The operator of this service lets templates load from nowhere.',
}

/** Which hosts templates may load from. */
export function AllowedHosts({ settings }: { settings: Settings }) {
  const draft = useFields({ key: 'allowed-hosts', name: 'Allowed hosts', saved: settings.egress })
  const egress = draft.value
  const change = useEgress()
  const byOperator = BY_OPERATOR[settings.operatorMode]
  return (
    <Section
      title="Allowed hosts"
      description="Where templates may load pictures, fonts and styles from, while they are printed."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(egress, {
            onSuccess() {
              draft.saved(egress)
              notifications.show({ message: 'It holds from the next PDF on.' })
            },
          })
        }}
      >
        <Stack gap="md">
          {draft.notice}
          <FormFailure message={change.error ? messageOf(change.error) : undefined} />
          {byOperator && (
            <Alert color="yellow" p="sm">
              {byOperator}
            </Alert>
          )}
          <Radio.Group
            aria-label="Allowed hosts"
            value={egress.mode}
            onChange={(value) => {
              const mode = MODES.find((one) => one.value === value)?.value ?? 'public'
              draft.change({ mode, allow: mode === 'allowlist' ? egress.allow : [] })
            }}
          >
            <Stack gap="xs">
              {MODES.map((mode) => (
                <Radio key={mode.value} {...mode} />
              ))}
            </Stack>
          </Radio.Group>
          {egress.mode === 'allowlist' && (
            <TagsInput
              label="Hosts"
              description="Names, each ended with Enter; *.example.com for all below one."
              placeholder="cdn.example.com"
              maxTags={HOSTS_MAX}
              value={egress.allow}
              onChange={(allow) => draft.change({ allow })}
              acceptValueOnBlur
            />
          )}
          {egress.mode !== 'none' && (
            <TagsInput
              label="But never from"
              placeholder={egress.deny.length === 0 ? 'ads.example.com' : ''}
              maxTags={HOSTS_MAX}
              value={egress.deny}
              onChange={(deny) => draft.change({ deny })}
              acceptValueOnBlur
            />
          )}
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={change.isPending} disabled={!draft.isChanged}>
              Save hosts
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
