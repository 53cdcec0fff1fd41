import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useMe } from '../../api/me.ts'
import { messageOf } from '../../base/failure.ts'
import { useFields } from '../../backups/use-fields.ts'
import { identity } from '../../session/identity.ts'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { type Settings, useRename } from './settings.ts'

const NAME_LENGTH_MAX = 100

/** Name and e-mail address of the user, with the dialogs to change them. */
export function Profile({ settings }: { settings: Settings }) {
  const isBuiltIn = identity.kind === 'built-in'
  const { person } = useMe()
  const [isChangingEmail, emailDialog] = useDisclosure(false)
  const [isChangingPassword, passwordDialog] = useDisclosure(false)
  return (
    <Section
      title="Profile"
      description={isBuiltIn ? undefined : 'Your identity provider manages your name and e-mail address.'}
    >
      <Stack gap="md">
        {isBuiltIn ? (
          <NameForm name={settings.name} />
        ) : (
          <Fact label="Name">{settings.name === '' ? '–' : settings.name}</Fact>
        )}
        <Group justify="space-between" align="flex-end" gap="xs">
          <Fact label="E-mail address">{person.email}</Fact>
          {isBuiltIn && (
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={emailDialog.open}>
                Change address
              </Button>
              <Button variant="default" size="xs" onClick={passwordDialog.open}>
                Change password
              </Button>
            </Group>
          )}
        </Group>
        <Fact label="Account ID">
          <CopyText value={settings.userId} label="Copy account ID" />
        </Fact>
      </Stack>
      <ChangeEmail isOpen={isChangingEmail} onClose={emailDialog.close} />
      <ChangePassword isOpen={isChangingPassword} onClose={passwordDialog.close} />
    </Section>
  )
}

function NameForm(props: { name: string }) {
  const rename = useRename()
  const backup = useFields({ key: 'own-name', name: 'Your name', saved: { name: props.name } })
  const fields = backup.value
  const isEmpty = fields.name.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(fields.name.trim(), {
          onSuccess() {
            backup.saved(fields)
            notifications.show({ message: 'Your name was changed.' })
          },
        })
      }}
    >
      <Stack gap="xs">
        {backup.notice}
        <FormFailure message={rename.error ? messageOf(rename.error) : undefined} />
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name"
            autoComplete="name"
            maxLength={NAME_LENGTH_MAX}
            flex="1 1 220px"
            value={fields.name}
            onChange={(event) => backup.change({ name: event.currentTarget.value })}
            error={backup.isChanged && isEmpty ? 'Enter your name.' : null}
          />
          <Button
            type="submit"
            variant="default"
            loading={rename.isPending}
            disabled={!backup.isChanged || isEmpty}
          >
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" fw={500}>
        {props.label}
      </Text>
      <Text component="div" style={{ overflowWrap: 'anywhere' }}>
        {props.children}
      </Text>
    </div>
  )
}
