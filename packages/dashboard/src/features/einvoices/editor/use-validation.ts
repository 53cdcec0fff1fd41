import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Failure } from '../../../base/failure.ts'
import { validationQuery } from '../einvoices.ts'
import type { Target, Validation } from '../formats.ts'
import { type Invoice, parseInvoice } from '../invoice-json.ts'

const PAUSE_MS = 200

/** State of the live check of an invoice. */
export interface LiveValidation {
  /** Parsed invoice. `undefined` when the text is not valid JSON. */
  invoice: Invoice | undefined
  /** Result of the latest check, which may be of an earlier text. */
  result: Validation | undefined
  /** Reason why the text cannot be checked. */
  problem: Error | undefined
  /** True until the result is that of the text. */
  isChecking: boolean
}

/** Checks an invoice 200 ms after its last change. */
export function useValidation(text: string, target: Target): LiveValidation {
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const { invoice, problem } = useMemo(() => tryParse(settled), [settled])
  const { data, error, isFetching, isPlaceholderData } = useQuery(validationQuery(invoice, target))
  // Without a network the query is not fetching but paused. The result is then still that of an earlier text.
  const isWaiting = isFetching || (invoice !== undefined && isPlaceholderData)
  return {
    invoice,
    result: data,
    problem: problem ?? error ?? undefined,
    isChecking: isWaiting || text !== settled,
  }
}

function tryParse(text: string): { invoice?: Invoice; problem?: Error } {
  try {
    return { invoice: parseInvoice(text) }
  } catch (error) {
    if (error instanceof Failure) return { problem: error }
    throw error
  }
}
