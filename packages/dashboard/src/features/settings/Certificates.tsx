import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Can } from '../../layout/Can.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { AddCertificate } from './AddCertificate.tsx'
import { type Certificate, certificatesQuery, useRemoveCertificate } from './certificates.ts'

const COLUMNS: readonly Column<Certificate>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, subject }) => (
      <>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
      </>
    ),
  },
  { id: 'issuer', header: 'Issuer', from: 'md', cell: ({ issuer }) => issuer },
  { id: 'key', header: 'Key', from: 'sm', cell: ({ keyType }) => keyType },
  { id: 'notAfter', header: 'Valid until', cell: ({ notAfter }) => <Expiry at={notAfter} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    cell: ({ name }) => (
      <Can permission="certificates:write">
        <RemoveCertificate name={name} />
      </Can>
    ),
  },
]

/** Certificates with which PDFs of the account are signed. */
export function Certificates() {
  const { data } = useQuery(certificatesQuery)
  const [isAdding, dialog] = useDisclosure(false)
  return (
    <Section
      title="Certificates"
      description="Calls sign PDFs with one of these certificates. Private keys are stored encrypted and cannot be downloaded."
    >
      <Stack gap="md">
        <DataTable
          label="Certificates"
          columns={COLUMNS}
          rows={data?.certificates}
          rowKey={({ name }) => name}
          empty={
            <Text c="dimmed" size="sm">
              No certificates yet. Add a PKCS#12 file (.p12 or .pfx) to sign PDFs.
            </Text>
          }
        />
        <Can permission="certificates:write">
          <Group>
            <Button variant="default" disabled={!data?.canAdd} onClick={dialog.open}>
              Add certificate
            </Button>
            {data?.canAdd === false && (
              <Text c="dimmed" size="sm">
                This service cannot store certificates. Its operator must set CERTIFICATE_KEY.
              </Text>
            )}
          </Group>
        </Can>
      </Stack>
      {isAdding && <AddCertificate onClose={dialog.close} />}
    </Section>
  )
}

function Expiry({ at }: { at: string }) {
  const [openedAt] = useState(Date.now)
  const day = at.slice(0, 10)
  if (Date.parse(at) > openedAt) return day
  return (
    <Badge color="red" variant="light" tt="none">
      Expired {day}
    </Badge>
  )
}

function RemoveCertificate({ name }: { name: string }) {
  const remove = useRemoveCertificate()
  return (
    <ConfirmButton
      size="xs"
      aria-label={`Delete ${name}`}
      loading={remove.isPending}
      dialog={{
        title: `Delete “${name}”?`,
        message:
          'The private key is deleted as well. Calls that use the certificate fail. PDFs that were signed with it stay valid.',
        confirmLabel: 'Delete certificate',
        danger: true,
      }}
      onConfirm={() =>
        remove.mutate(name, { onSuccess: () => notifications.show({ message: `“${name}” was deleted.` }) })
      }
    >
      Delete
    </ConfirmButton>
  )
}
