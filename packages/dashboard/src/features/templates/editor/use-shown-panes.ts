import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useSwitch } from '../use-setting.ts'

/** Pane of the editor. */
export type Pane = 'source' | 'data' | 'preview'

const LABELS: Record<Pane, string> = { source: 'Template', data: 'Data', preview: 'PDF' }

/**
 * Selects the panes that are shown. A wide window shows all, a medium one the PDF beside the source or the data, and a
 * narrow one shows one pane.
 */
export function useShownPanes() {
  const isMedium = useMediaQuery('(max-width: 88em)', false, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [selected, setSelected] = useState<Pane>('source')
  const [isDataHidden, setIsDataHidden] = useSwitch('data-hidden', false)
  const choices: Pane[] = isNarrow ? ['source', 'data', 'preview'] : isMedium ? ['source', 'data'] : []
  const choice = choices.includes(selected) ? selected : 'source'
  const shown: Pane[] = isNarrow
    ? [choice]
    : isMedium
      ? [choice, 'preview']
      : isDataHidden
        ? ['source', 'preview']
        : ['source', 'data', 'preview']
  return {
    shown,
    /** Panes to choose from; empty when there is no choice. */
    choices: choices.map((value) => ({ value, label: LABELS[value] })),
    choice,
    choose: (pane: Pane) => setSelected(pane),
    /** Hides or shows the data in a wide window; `undefined` in others. */
    setIsDataHidden: choices.length === 0 ? setIsDataHidden : undefined,
  }
}
