import { Card, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../../layout/Brand.tsx'
import classes from './SignInLayout.module.css'

/** Layout of the pages for users who are not signed in. */
export function SignInLayout(props: {
  title: string
  description?: ReactNode
  children?: ReactNode
  below?: ReactNode
}) {
  return (
    <main className={classes.layout}>
      <title>{`${props.title} · Platen`}</title>
      <Stack gap="lg" w="100%" maw={384}>
        <Brand />
        <Card padding="xl" shadow="xs">
          <Stack gap="md">
            <div>
              <Title order={1} id="page-title" tabIndex={-1}>
                {props.title}
              </Title>
              {props.description !== undefined && (
                <Text c="dimmed" mt={4}>
                  {props.description}
                </Text>
              )}
            </div>
            {props.children}
          </Stack>
        </Card>
        {props.below !== undefined && (
          <Text size="sm" c="dimmed" ta="center">
            {props.below}
          </Text>
        )}
      </Stack>
    </main>
  )
}
