import { Alert, Button, Group, Radio, Stack, TagsInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { useFields } from '../../backups/use-fields.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { type Settings, useEgress } from './settings.ts'

type Egress = Settings['egress']

const HOSTS_MAX = 200

const MODES: { value: Egress['mode']; label: string; description: string }[] = [
  {
    value: 'public',
    label: 'Any public host',
    description: 'Templates load images, fonts and styles from any public host.',
  },
  {
    value: 'allowlist',
    label: 'These hosts only',
    description: 'Requests to other hosts are blocked and reported as warnings.',
  },
  { value: 'none', label: 'None', description: 'Templates load nothing from the network.' },
]

const BY_OPERATOR = {
  public: undefined,
  allowlist: 'The operator of this service allows only certain hosts.',
  none: 'The operator of this service allows no hosts.',
}

/** Form for the hosts from which templates may load resources. */
export function AllowedHosts({ settings }: { settings: Settings }) {
  const backup = useFields({ key: 'allowed-hosts', name: 'Allowed hosts', saved: settings.egress })
  const egress = backup.value
  const change = useEgress()
  const byOperator = BY_OPERATOR[settings.operatorMode]
  return (
    <Section
      title="Allowed hosts"
      description="Hosts from which templates may load images, fonts and styles."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(egress, {
            onSuccess() {
              backup.saved(egress)
              notifications.show({
                message: 'The allowed hosts were saved. They apply to all new renders.',
              })
            },
          })
        }}
      >
        <Stack gap="md">
          {backup.notice}
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
              backup.change({ mode, allow: mode === 'allowlist' ? egress.allow : [] })
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
              description="Host names, such as cdn.example.com or *.example.com. Press Enter after each."
              placeholder="cdn.example.com"
              maxTags={HOSTS_MAX}
              value={egress.allow}
              onChange={(allow) => backup.change({ allow })}
              acceptValueOnBlur
            />
          )}
          {egress.mode !== 'none' && (
            <TagsInput
              label="Blocked hosts"
              placeholder={egress.deny.length === 0 ? 'ads.example.com' : ''}
              maxTags={HOSTS_MAX}
              value={egress.deny}
              onChange={(deny) => backup.change({ deny })}
              acceptValueOnBlur
            />
          )}
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={change.isPending} disabled={!backup.isChanged}>
              Save hosts
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
