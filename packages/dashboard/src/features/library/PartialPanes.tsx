import { Anchor, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { currentTemplateQuery, previewQuery } from '../../api/templates.ts'
import { paths } from '../../base/paths.ts'
import { PreviewPane } from '../templates/editor/PreviewPane.tsx'
import { SplitPanes } from '../templates/editor/SplitPanes.tsx'
import { readData } from '../templates/sample-data.ts'
import { type PartialUses, partialUsesQuery } from './library.ts'
import classes from './PartialPanes.module.css'

const PAUSE_MS = 150
const ALONE = ''

/**
 * Editor of a partial beside its preview in a template that uses it.
 * @param props `content`: source in the editor. `editor`: the code editor. `footer`: content below the panes.
 */
export function PartialPanes(props: { name: string; content: string; editor: ReactNode; footer: ReactNode }) {
  const { name } = props
  const { data: uses } = useQuery(partialUsesQuery(name))
  const templates = uses?.uses.filter(({ kind }) => kind === 'template') ?? []
  const [selected, setSelected] = useState<string>()
  const templateId = selected ?? templates[0]?.id ?? ALONE
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const [pane, setPane] = useState('source')
  return (
    <div className={classes.page} data-wide>
      <UsedIn uses={uses} />
      {isNarrow && (
        <SegmentedControl
          fullWidth
          aria-label="Show"
          value={pane}
          onChange={setPane}
          data={[
            { value: 'source', label: 'Partial' },
            { value: 'preview', label: 'PDF' },
          ]}
        />
      )}
      <SplitPanes
        shown={isNarrow ? [pane] : ['source', 'preview']}
        panes={[
          { id: 'source', label: 'partial', share: 55, content: props.editor },
          {
            id: 'preview',
            label: 'PDF',
            share: 45,
            content: (
              <div className={classes.preview}>
                <div className={classes.choice}>
                  <NativeSelect
                    size="xs"
                    aria-label="Preview in"
                    value={templateId}
                    onChange={({ currentTarget: { value } }) => setSelected(value)}
                    data={[
                      ...templates.map(({ id, name: label }) => ({ value: id, label: `In ${label}` })),
                      { value: ALONE, label: 'Alone, without data' },
                    ]}
                  />
                </div>
                {/* The reader keeps its position for the same template only. */}
                <PartialPreview key={templateId} {...props} templateId={templateId} />
              </div>
            ),
          },
        ]}
      />
      {props.footer}
    </div>
  )
}

function PartialPreview(props: { name: string; content: string; templateId: string }) {
  const { name, templateId } = props
  const [content] = useDebouncedValue(props.content, PAUSE_MS)
  const isAlone = templateId === ALONE
  const { data: template, error } = useQuery({ ...currentTemplateQuery(templateId), enabled: !isAlone })
  const source = isAlone ? content : template ? withPartial(template.content, name, content) : ''
  const data = isAlone ? {} : readData(template?.sampleData ?? '{}').value
  const preview = useQuery(previewQuery(source, data))
  return (
    <PreviewPane
      preview={preview.data}
      isFetching={preview.isFetching}
      problem={preview.error ?? error ?? undefined}
      fileName={name}
    />
  )
}

/** Returns a template that uses an unsaved partial: an inline partial replaces the stored one of the same name. */
function withPartial(template: string, name: string, content: string): string {
  return `{{#*inline "${name}"}}${content}{{/inline}}${template}`
}

function UsedIn({ uses }: { uses: PartialUses | undefined }) {
  if (!uses) return null
  return (
    <Text size="sm" c="dimmed">
      {uses.uses.length === 0 ? 'Not used in a template or partial.' : 'Used in '}
      {uses.uses.map(({ kind, id, name }, index) => (
        <span key={`${kind} ${id}`}>
          {index > 0 && ', '}
          <Anchor component={Link} to={kind === 'template' ? paths.template(id) : paths.partial(id)} inherit>
            {name}
          </Anchor>
        </span>
      ))}
      {!uses.isComplete && ' Only the contents that were changed last were searched.'}
    </Text>
  )
}
