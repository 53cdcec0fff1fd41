import { Button, Stack, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Section } from '../../ui/Section.tsx'
import { CallWithCurl } from '../keys/CallWithCurl.tsx'
import type { TemplateOverview } from '../templates/queries.ts'
import classes from './FirstSteps.module.css'

/** Steps to the first PDF, for a new account. */
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
          <div className={classes.code}>
            <CallWithCurl {...(template && { templateId: template.templateId })} />
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
