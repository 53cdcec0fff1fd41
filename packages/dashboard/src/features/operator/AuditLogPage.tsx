import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { ShowOlder } from '../../ui/table/ShowOlder.tsx'
import { AuditLog } from './AuditLog.tsx'
import { auditLogQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

/** Prefetches the audit log. */
export function loader(): null {
  void queryClient.prefetchInfiniteQuery(auditLogQuery)
  return null
}

/** Audit log of all accounts. */
export function Component() {
  const list = useInfiniteQuery(auditLogQuery)
  return (
    <>
      <OperatorHeader description="Actions of operators on accounts, in the dashboard and on the command line." />
      <AuditLog entries={list.data?.pages.flatMap(({ actions }) => actions)} withAccount />
      <ShowOlder list={list} />
    </>
  )
}
