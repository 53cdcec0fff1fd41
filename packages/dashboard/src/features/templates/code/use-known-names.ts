import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { assetsQuery, partialsQuery } from '../../../api/library.ts'
import { helpersQuery } from '../../../api/templates.ts'
import { readData } from '../sample-data.ts'
import type { KnownNames } from './suggestions.ts'

/** Returns a function that returns the names for completion: those of the latest valid data, helpers, partials, assets. */
export function useKnownNames(sampleData: string): () => KnownNames {
  // The editor works without them.
  const { data: helpers } = useQuery({ ...helpersQuery, throwOnError: false })
  const { data: partials } = useQuery({ ...partialsQuery, throwOnError: false })
  const { data: assets } = useQuery({ ...assetsQuery, throwOnError: false })
  const known = useRef<KnownNames>({ data: {}, helpers: [], partials: [], assets: [] })
  useEffect(() => {
    known.current = {
      data: readData(sampleData).value ?? known.current.data,
      helpers: helpers?.helpers ?? [],
      partials: partials?.map(({ name }) => name) ?? [],
      assets: assets?.assets ?? [],
    }
  }, [sampleData, helpers, partials, assets])
  return () => known.current
}
