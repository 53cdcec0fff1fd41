import { Card, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useMay, useMe } from '../../api/me.ts'
import { paths } from '../../base/paths.ts'
import { count } from '../../ui/text/numbers.ts'
import classes from './Figures.module.css'

/** Credits, templates and keys of the account. `undefined` while a number is loading. */
export function Figures(props: { templates: number | undefined; activeKeys: number | undefined }) {
  const { credits, reserved } = useMe().account
  const mayReadBilling = useMay('billing:read')
  const mayReadContent = useMay('content:read')
  return (
    <SimpleGrid cols={3} spacing={{ base: 'xs', sm: 'md' }} component="ul" className={classes.list}>
      <Figure
        label="Credits available"
        value={credits - reserved}
        note={reserved > 0 ? `${count(reserved)} reserved for jobs in progress` : 'One credit per page'}
        to={mayReadBilling ? paths.billing() : undefined}
      />
      {mayReadContent && (
        <>
          <Figure label="Templates" value={props.templates} note="At most 500" to={paths.templates()} />
          <Figure
            label="Active API keys"
            value={props.activeKeys}
            note="For your programs"
            to={paths.apiKeys()}
          />
        </>
      )}
    </SimpleGrid>
  )
}

function Figure(props: { label: string; value: number | undefined; note: string; to: string | undefined }) {
  return (
    <Card component="li" padding="sm" className={classes.figure}>
      <Text size="sm" c="dimmed">
        {props.to === undefined ? (
          props.label
        ) : (
          <Link to={props.to} className={classes.link}>
            {props.label}
          </Link>
        )}
      </Text>
      {props.value === undefined ? (
        <Skeleton height={30} width={48} my={3} />
      ) : (
        <Text fz="1.5rem" fw={600}>
          {count(props.value)}
        </Text>
      )}
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {props.note}
      </Text>
    </Card>
  )
}
