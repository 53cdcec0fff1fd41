import { Group, Text } from '@mantine/core'
import icon from '../icon.svg'

/** Logo and name of the product. */
export function Brand() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src={icon} width={22} height={22} alt="" />
      <Text fw={650} size="lg" component="span">
        Platen
      </Text>
    </Group>
  )
}
