import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { ShowOlder } from '../../ui/ShowOlder.tsx'
import { Actions } from './Actions.tsx'
import { actionsQuery } from './operator.ts'
import { OperatorHeader } from './OperatorHeader.tsx'

/** Begins to read the list. */
export function loader(): null {
  void queryClient.prefetchInfiniteQuery(actionsQuery)
  return null
}

/** What operators did, with who and when; nobody can change it. */
export function Component() {
  const list = useInfiniteQuery(actionsQuery)
  return (
    <>
      <OperatorHeader description="What operators did to accounts, here and on the command line." />
      <Actions actions={list.data?.pages.flatMap(({ actions }) => actions)} withAccount />
      <ShowOlder list={list} />
    </>
  )
}
