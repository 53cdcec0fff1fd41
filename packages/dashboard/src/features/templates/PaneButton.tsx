import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

/** Small button with an icon in the header of a pane. @param props `isPressed`: state of a button that turns something on or off. */
export function PaneButton(props: {
  label: string
  icon: ReactNode
  isPressed?: boolean
  onClick: () => void
}) {
  const { label, isPressed } = props
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isPressed ? 'light' : 'subtle'}
        color={isPressed ? 'indigo' : 'gray'}
        aria-label={label}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        onClick={props.onClick}
      >
        {props.icon}
      </ActionIcon>
    </Tooltip>
  )
}
