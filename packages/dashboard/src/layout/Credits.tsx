import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMe } from '../api/me.ts'
import { paths } from '../base/paths.ts'
import classes from './Navigation.module.css'

/** Available credits, with a link to billing. */
export function Credits(props: { onFollow: () => void }) {
  const { credits, reserved } = useMe().account
  const available = credits - reserved
  return (
    <UnstyledButton component={Link} to={paths.billing()} onClick={props.onFollow} className={classes.link}>
      <IconCoins size={17} stroke={1.7} aria-hidden />
      <Group gap={6} wrap="nowrap">
        <Text span fw={600} c={available > 0 ? undefined : 'red'}>
          {available.toLocaleString('en')}
        </Text>
        <span>{available === 1 ? 'credit' : 'credits'}</span>
      </Group>
    </UnstyledButton>
  )
}
