import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMay, useMe } from '../api/me.ts'
import { paths } from '../base/paths.ts'
import classes from './Navigation.module.css'

/** Available credits, with a link to billing if the user may open it. */
export function Credits(props: { onFollow: () => void }) {
  const { credits, reserved } = useMe().account
  const available = credits - reserved
  const content = (
    <>
      <IconCoins size={17} stroke={1.7} aria-hidden />
      <Group gap={6} wrap="nowrap">
        <Text span fw={600} c={available > 0 ? undefined : 'red'}>
          {available.toLocaleString('en')}
        </Text>
        <span>{available === 1 ? 'credit' : 'credits'}</span>
      </Group>
    </>
  )
  if (!useMay('billing:read')) return <div className={classes.fact}>{content}</div>
  return (
    <UnstyledButton component={Link} to={paths.billing()} onClick={props.onFollow} className={classes.link}>
      {content}
    </UnstyledButton>
  )
}
