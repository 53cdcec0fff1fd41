import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { meQuery } from '../../../api/me.ts'
import { queryClient } from '../../../api/query-client.ts'
import { backupKeys } from '../../../backups/keys.ts'
import { readBackup, type StoredBackup } from '../../../backups/store.ts'
import { paths } from '../../../base/paths.ts'
import { Breadcrumb } from '../../../layout/Breadcrumb.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { type InvoiceBackup, InvoiceEditor } from './InvoiceEditor.tsx'

/** Reads the backup of the invoice in this browser. */
export async function loader() {
  const { account } = await queryClient.ensureQueryData(meQuery)
  return { restored: await readBackup<InvoiceBackup>(account.userId, backupKeys.invoice()) }
}

/** Page to write an e-invoice, which is checked while it is written. */
export function Component() {
  const { restored } = useLoaderData<{ restored: StoredBackup<InvoiceBackup> | undefined }>()
  const [resets, setResets] = useState(0)
  return (
    <>
      <Breadcrumb to={paths.einvoices()}>E-invoices</Breadcrumb>
      <PageHeader
        title="Write an invoice"
        description={
          <>
            The invoice is checked while you write. Amounts that follow from others may be left out. The text
            stays in this browser. <Anchor href="/docs/e-invoices">Read about the fields.</Anchor>
          </>
        }
      />
      <InvoiceEditor
        key={resets}
        restored={resets === 0 ? restored : undefined}
        onReset={() => setResets((count) => count + 1)}
      />
    </>
  )
}
