import { Card, Text, UnstyledButton } from '@mantine/core'
import { TemplatePicture } from '../TemplatePicture.tsx'
import { pictureOf } from './pictures.ts'
import classes from './ExampleCard.module.css'

/** An example to begin with. */
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
          <TemplatePicture url={pictureOf(name)} />
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
