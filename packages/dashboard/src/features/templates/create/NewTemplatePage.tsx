import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api, unwrap } from '../../../api/client.ts'
import { Failure, withDetail } from '../../../base/failure.ts'
import { useMe } from '../../../api/me.ts'
import { notifyFailure } from '../../../api/query-client.ts'
import type { paths as Routes } from '../../../api/schema.ts'
import { paths } from '../../../base/paths.ts'
import { Breadcrumb } from '../../../layout/Breadcrumb.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { examplesQuery } from '../../../api/templates.ts'
import { EMPTY_TEMPLATE } from './empty-template.ts'
import { FileDrop } from './FileDrop.tsx'
import { ExampleCard } from './ExampleCard.tsx'
import { storeUnsavedTemplate } from './unsaved-templates.ts'
import { UnsavedTemplates } from './UnsavedTemplates.tsx'

type Body = Routes['/dashboard/api/templates']['post']['requestBody']['content']['application/json']

/** Page that creates a template from an example, a file or an empty template. */
export function Component() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data } = useQuery(examplesQuery)
  const owner = useMe().account.userId
  const create = useMutation({
    meta: { shownInline: true },
    mutationFn: (body: Body) => unwrap(api.POST('/dashboard/api/templates', { body })),
    onSuccess: async ({ templateId }) => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      await navigate(paths.template(templateId))
    },
    onError: async (error, body) => {
      // A file with a syntax error opens in the editor as a backup, until it can be saved.
      if (!(error instanceof Failure) || !error.position || body.content === undefined)
        return notifyFailure('The template was not created', error)
      try {
        const backupId = await storeUnsavedTemplate(owner, { name: body.name, content: body.content })
        await navigate(paths.unsavedTemplate(backupId))
      } catch {
        notifyFailure('The template was not created', withDetail(error))
      }
    },
  })

  return (
    <>
      <Breadcrumb to={paths.templates()}>Templates</Breadcrumb>
      <PageHeader title="New template" description="Start from a file, an empty template or an example." />
      <Stack gap="lg">
        <UnsavedTemplates />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Section title="From a file" description="HTML, with or without Handlebars, up to 4.8 MB.">
            <FileDrop
              isBusy={create.isPending}
              onFile={({ name, content }) => create.mutate({ name, content })}
            />
          </Section>
          <Section title="From scratch" description="A page with a heading and sample data.">
            <Group>
              <Button
                variant="default"
                leftSection={<IconFilePlus size={16} />}
                disabled={create.isPending}
                onClick={() => create.mutate(EMPTY_TEMPLATE)}
              >
                Create empty template
              </Button>
            </Group>
          </Section>
        </SimpleGrid>
        <Title order={2}>From an example</Title>
        <Text c="dimmed" size="sm" mt={-16}>
          Each example includes sample data.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" style={{ listStyle: 'none' }} p={0} m={0}>
          {data?.examples.map((example) => (
            <li key={example.name}>
              <ExampleCard
                example={example}
                isBusy={create.isPending}
                onChoose={() => create.mutate({ name: example.title, example: example.name })}
              />
            </li>
          )) ?? (
            <li>
              <Skeleton height={260} />
            </li>
          )}
        </SimpleGrid>
      </Stack>
    </>
  )
}
