import { Card, Text, UnstyledButton } from '@mantine/core'
import { TemplateThumbnail } from '../TemplateThumbnail.tsx'
import { pictureOf } from './pictures.ts'
import classes from './ExampleCard.module.css'

/** Card of an example. */
export function ExampleCard(props: {
  example: { name: string; title: string; description: string }
  isBusy: boolean
  onChoose: () => void
}) {
  const { name, title, description } = props.example
  return (
    <UnstyledButton onClick={props.onChoose} disabled={props.isBusy} className={classes.button}>
      <Card padding="sm" h="100%">
        <Card.Section>
          <TemplateThumbnail url={pictureOf(name)} />
        </Card.Section>
        <Text fw={600} mt="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </Card>
    </UnstyledButton>
  )
}
