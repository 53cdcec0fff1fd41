import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Permission, useMay, useMe } from '../api/me.ts'
import { ROLES } from '../labels/roles.ts'

/** Renders its content if the role of the user has a permission. */
export function Can(props: { permission: Permission; children: ReactNode }) {
  return useMay(props.permission) ? props.children : null
}

/**
 * Notice on a page that a user may read but not change. Renders nothing for a role that has the permission.
 * @param props `what`: end of the sentence "You cannot".
 */
export function RoleNotice(props: { permission: Permission; what: string }) {
  const { role } = useMe().membership
  if (useMay(props.permission)) return null
  return (
    <Alert color="gray" p="sm" mb="md" role="note">
      Your role in this account is “{ROLES[role].label}”. You cannot {props.what}. Ask an owner of the account
      for another role.
    </Alert>
  )
}
