import { Anchor, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { notifyFailure } from '../../api/query-client.ts'
import { DropArea } from '../../ui/files/DropArea.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { CheckResult } from './CheckResult.tsx'
import { type Document, useCheck } from './einvoices.ts'
import { type Format, FORMATS } from './formats.ts'

/** A request body has 6.5 MiB, and base64 needs a third more than the file. */
const FILE_BYTES_MAX = 4_800_000

/** Page that checks an e-invoice of the user or of others. Nothing is stored. */
export function Component() {
  const [text, setText] = useState('')
  /** The latest file, until the user changes the text. */
  const [file, setFile] = useState<{ name: string; content: Document['content'] }>()
  const [format, setFormat] = useState<Format>()
  const check = useCheck()
  const openFile = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      const opened = { name: chosen.name, content: await contentOf(chosen) }
      setFile(opened)
      if (typeof opened.content === 'string') setText(opened.content)
      check.mutate({ ...opened, format })
    } catch (error) {
      notifyFailure('The file was not opened', error)
    }
  }
  return (
    <>
      <PageHeader
        title="E-invoices"
        description={
          <>
            Check an invoice against EN 16931 and the rules of its format. Nothing is stored or charged.{' '}
            <Anchor href="/docs/e-invoices">Read how to make e-invoices.</Anchor>
          </>
        }
        actions={
          <Button component={Link} to={paths.invoiceEditor()} leftSection={<IconPencil size={16} />}>
            Write an invoice
          </Button>
        }
      />
      <Stack gap="lg">
        <Section
          title="Invoice"
          description="A PDF or XML file, or the JSON model with the sample data of a template."
        >
          <form
            onSubmit={(event) => {
              event.preventDefault()
              check.mutate({ ...(file ?? { content: text }), format })
            }}
          >
            <Stack gap="md">
              <DropArea
                isBusy={check.isPending}
                accept=".pdf,.xml,.json,application/pdf,application/xml,text/xml,application/json"
                onFiles={([file]) => void openFile(file)}
              />
              {file && (
                <Group gap="xs">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{`File: ${file.name}`}</Text>
                  <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setFile(undefined)}>
                    Remove file
                  </Button>
                </Group>
              )}
              <Textarea
                label="XML or JSON"
                placeholder="Paste the text of an invoice"
                rows={10}
                spellCheck={false}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                value={text}
                onChange={(event) => {
                  setText(event.currentTarget.value)
                  setFile(undefined)
                }}
              />
              <Select
                label="Format"
                description="Without a choice, the format that the document names. For JSON, Factur-X."
                placeholder="As in the document"
                clearable
                data={FORMATS}
                value={format ?? null}
                onChange={(value) => setFormat(value ?? undefined)}
                maw="24rem"
              />
              <FormFailure message={check.error ? failureText(check.error) : undefined} />
              <Button
                type="submit"
                loading={check.isPending}
                disabled={!file && text.trim() === ''}
                w="max-content"
              >
                Check invoice
              </Button>
            </Stack>
          </form>
        </Section>
        {check.data && <CheckResult result={check.data} fileName={check.variables.name} />}
      </Stack>
    </>
  )
}

function failureText(error: Error): string {
  const detail = error instanceof Failure && error.detail !== undefined ? ` ${error.detail}` : ''
  return `${messageOf(error)}${detail}`
}

/** Reads a file: the bytes of a PDF, otherwise text. */
async function contentOf(file: File): Promise<string | Uint8Array<ArrayBuffer>> {
  if (file.size > FILE_BYTES_MAX)
    throw new Failure(0, `${file.name} is larger than 4.8 MB. Choose a smaller file.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isPdf = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-')
  if (isPdf) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // XML in another encoding: the service reads its declaration.
    return bytes
  }
}
