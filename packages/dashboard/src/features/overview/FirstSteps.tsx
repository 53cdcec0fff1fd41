import { Button, Stack, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { Section } from '../../ui/page/Section.tsx'
import { CurlExample } from '../keys/CurlExample.tsx'
import type { TemplateOverview } from '../../api/templates.ts'
import classes from './FirstSteps.module.css'

/** Steps to the first PDF, for new accounts. */
export function FirstSteps(props: {
  template: TemplateOverview | undefined
  hasKey: boolean
  hasJob: boolean
}) {
  const { template, hasKey, hasJob } = props
  return (
    <Section title="First steps" description="Render your first PDF with the API in three steps.">
      <ol className={classes.steps}>
        <Step number={1} isDone={template !== undefined} title="Create a template">
          <Text c="dimmed">Start from an example, such as an invoice, or from your own HTML.</Text>
          <Button component={Link} to={paths.newTemplate()} variant={template ? 'default' : 'filled'}>
            {template ? 'Create another template' : 'Choose an example'}
          </Button>
        </Step>
        <Step number={2} isDone={hasKey} title="Create an API key">
          <Text c="dimmed">Your programs use it to call the API. The key is shown only once.</Text>
          <Button component={Link} to={paths.apiKeys()} variant={template && !hasKey ? 'filled' : 'default'}>
            {hasKey ? 'Show keys' : 'Create key'}
          </Button>
        </Step>
        <Step number={3} isDone={hasJob} title="Call the API">
          <div className={classes.code}>
            <CurlExample {...(template && { templateId: template.templateId })} />
          </div>
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
