import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { queryClient } from '../../api/query-client.ts'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteMember } from './InviteMember.tsx'
import { LeaveAccount } from './LeaveAccount.tsx'
import { MemberLog } from './MemberLog.tsx'
import { membersQuery } from './members.ts'
import { MemberTable } from './MemberTable.tsx'
import { RoleTable } from './RoleTable.tsx'

/** Prefetches the members. */
export function loader(): null {
  void queryClient.prefetchQuery(membersQuery)
  return null
}

/** Members of the account, their roles, and the pending invitations. */
export function Component() {
  const [isInviting, dialog] = useDisclosure(false)
  return (
    <>
      <PageHeader
        title="Members"
        description="People who work in this account. Each has a role that decides what they may see and change."
        actions={
          <Can permission="members:write">
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={dialog.open}>
              Invite member
            </Button>
          </Can>
        }
      />
      <RoleNotice permission="members:write" what="invite people or change roles" />
      <Stack gap="lg">
        <MemberTable />
        <Can permission="members:write">
          <Invitations />
        </Can>
        <RoleTable />
        <Can permission="members:write">
          <MemberLog />
        </Can>
        <LeaveAccount />
      </Stack>
      {isInviting && <InviteMember onClose={dialog.close} />}
    </>
  )
}
