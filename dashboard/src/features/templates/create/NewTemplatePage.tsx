import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { answered, api } from '../../../api/client.ts'
import { Failure, withDetail } from '../../../api/failure.ts'
import { useMe } from '../../../api/me.ts'
import { notifyOf } from '../../../api/query-client.ts'
import type { paths as Routes } from '../../../api/schema.ts'
import { paths } from '../../../paths.ts'
import { Breadcrumb } from '../../../layout/Breadcrumb.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Section } from '../../../ui/Section.tsx'
import { examplesQuery } from '../queries.ts'
import { EMPTY_TEMPLATE } from './empty-template.ts'
import { FileDrop } from './FileDrop.tsx'
import { ExampleCard } from './ExampleCard.tsx'
import { keepUnsavedTemplate } from './unsaved-templates.ts'
import { UnsavedTemplates } from './UnsavedTemplates.tsx'

type Body = Routes['/dashboard/api/templates']['post']['requestBody']['content']['application/json']

/** Where a template begins: an example, a file, or nothing. */
export function Component() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data } = useQuery(examplesQuery)
  const owner = useMe().account.userId
  const create = useMutation({
    meta: { shownInline: true },
    mutationFn: (body: Body) => answered(api.POST('/dashboard/api/templates', { body })),
    onSuccess: async ({ templateId }) => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      await navigate(paths.template(templateId))
    },
    onError: async (error, body) => {
      // A syntax error is mended in the editor, which holds the file until it can be saved.
      if (!(error instanceof Failure) || !error.place || body.content === undefined) return notifyOf(error)
      try {
        const draftId = await keepUnsavedTemplate(owner, { name: body.name, content: body.content })
        await navigate(paths.unsavedTemplate(draftId))
      } catch {
        notifyOf(withDetail(error))
      }
    },
  })

  return (
    <>
      <Breadcrumb to={paths.templates()}>Templates</Breadcrumb>
      <PageHeader
        title="New template"
        description="Whatever you begin with is yours: change what you like."
      />
      <Stack gap="lg">
        <UnsavedTemplates />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Section title="From a file" description="HTML with or without Handlebars, up to 4.8 MB.">
            <FileDrop
              isBusy={create.isPending}
              onFile={({ name, content }) => create.mutate({ name, content })}
            />
          </Section>
          <Section title="From nothing" description="A page with a heading, and data for it.">
            <Group>
              <Button
                variant="default"
                leftSection={<IconFilePlus size={16} />}
                disabled={create.isPending}
                onClick={() => create.mutate(EMPTY_TEMPLATE)}
              >
                Empty template
              </Button>
            </Group>
          </Section>
        </SimpleGrid>
        <Title order={2}>From an example</Title>
        <Text c="dimmed" size="sm" mt={-16}>
          Each comes with data that fits it.
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
