import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/failure.ts'
import { useFields } from '../../drafts/use-fields.ts'
import { identity } from '../../session/identity.ts'
import { CopyText } from '../../ui/CopyButton.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Section } from '../../ui/Section.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { type Settings, useRename } from './settings.ts'

const NAME_LENGTH_MAX = 100

/** Who is signed in, and how that is changed. */
export function Profile({ settings }: { settings: Settings }) {
  const isOurs = identity.kind === 'built-in'
  const [isChangingEmail, emailDialog] = useDisclosure(false)
  const [isChangingPassword, passwordDialog] = useDisclosure(false)
  return (
    <Section
      title="Profile"
      description={
        isOurs ? undefined : 'Name and address come from where you sign in, and are changed there.'
      }
    >
      <Stack gap="md">
        {isOurs ? (
          <NameForm name={settings.name} />
        ) : (
          <Fact label="Name">{settings.name === '' ? '–' : settings.name}</Fact>
        )}
        <Group justify="space-between" align="flex-end" gap="xs">
          <Fact label="E-mail address">{settings.email}</Fact>
          {isOurs && (
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
        <Fact label="Account id">
          <CopyText value={settings.userId} label="Copy account id" />
        </Fact>
      </Stack>
      <ChangeEmail isOpen={isChangingEmail} onClose={emailDialog.close} />
      <ChangePassword isOpen={isChangingPassword} onClose={passwordDialog.close} />
    </Section>
  )
}

function NameForm(props: { name: string }) {
  const rename = useRename()
  const draft = useFields({ key: 'own-name', name: 'Your name', saved: { name: props.name } })
  const typed = draft.value
  const isEmpty = typed.name.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(typed.name.trim(), {
          onSuccess() {
            draft.saved(typed)
            notifications.show({ message: 'Your name is changed.' })
          },
        })
      }}
    >
      <Stack gap="xs">
        {draft.notice}
        <FormFailure message={rename.error ? messageOf(rename.error) : undefined} />
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name"
            autoComplete="name"
            maxLength={NAME_LENGTH_MAX}
            flex="1 1 220px"
            value={typed.name}
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
            error={draft.isChanged && isEmpty ? 'Please enter your name' : null}
          />
          <Button
            type="submit"
            variant="default"
            loading={rename.isPending}
            disabled={!draft.isChanged || isEmpty}
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
