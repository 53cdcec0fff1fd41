import { Button, Stack, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Section } from '../../ui/Section.tsx'
import { templateQuery, type TemplateOverview } from '../templates/queries.ts'
import { curlFor } from '../templates/use/code-samples.ts'
import classes from './FirstSteps.module.css'

const DATA_LENGTH_MAX = 1_500

/** The way to the first PDF, for an account that has not gone it. */
export function FirstSteps(props: {
  template: TemplateOverview | undefined
  hasKey: boolean
  hasJob: boolean
}) {
  const { template, hasKey, hasJob } = props
  return (
    <Section title="First steps" description="From nothing to a PDF by the API, in about two minutes.">
      <ol className={classes.steps}>
        <Step number={1} isDone={template !== undefined} title="Make a template">
          <Text c="dimmed">
            Begin with one of the examples, such as an invoice, or with HTML of your own.
          </Text>
          <Button component={Link} to={paths.newTemplate()} variant={template ? 'default' : 'filled'}>
            {template ? 'Make another' : 'Choose an example'}
          </Button>
        </Step>
        <Step number={2} isDone={hasKey} title="Get an API key">
          <Text c="dimmed">Your programs call with it. It is shown once, when you create it.</Text>
          <Button component={Link} to={paths.apiKeys()} variant={template && !hasKey ? 'filled' : 'default'}>
            {hasKey ? 'See your keys' : 'Create a key'}
          </Button>
        </Step>
        <Step number={3} isDone={hasJob} title="Call the API">
          <Text c="dimmed">
            Put the key into the environment, and paste this into a terminal. It costs one credit.
          </Text>
          <FirstCall template={template} />
        </Step>
      </ol>
    </Section>
  )
}

function Step(props: { number: number; isDone: boolean; title: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      {props.isDone ? (
        <IconCircleCheckFilled className={classes.done} aria-label="Done:" role="img" />
      ) : (
        <span className={classes.number} aria-hidden>
          {props.number}
        </span>
      )}
      <Stack gap="xs" align="flex-start" miw={0} flex={1}>
        <Text component="h3" fw={600}>
          {props.title}
        </Text>
        {props.children}
      </Stack>
    </li>
  )
}

function FirstCall(props: { template: TemplateOverview | undefined }) {
  const templateId = props.template?.templateId
  const { data: template } = useQuery({
    ...templateQuery(templateId ?? ''),
    enabled: templateId !== undefined,
  })
  const sample = template?.sampleData ?? '{}'
  const call = curlFor({
    baseUrl: window.location.origin,
    templateId: templateId ?? 'TEMPLATE_ID',
    data: sample.length <= DATA_LENGTH_MAX && isJson(sample) ? sample : '{}',
  })
  return (
    <div className={classes.code}>
      <CodeBlock code={`export PLATEN_API_KEY=tlfy_…\n${call}`} label="the call with curl" />
    </div>
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
