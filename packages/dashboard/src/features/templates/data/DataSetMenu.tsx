import { ActionIcon, Menu, Modal } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../../layout/on-demand.tsx'
import { confirmDialog } from '../../../ui/dialogs/confirm.ts'
import type { EditorTexts } from '../use-editor-texts.ts'

const DataSetForm = onDemand(async () => (await import('./DataSetForm.tsx')).DataSetForm)

/** Menu of the data sets: create one, and rename or delete the selected one. @param props `onSelect`: shows the data. */
export function DataSetMenu(props: { texts: EditorTexts; onSelect: () => void }) {
  const { texts } = props
  const { dataSet } = texts
  const [form, setForm] = useState<'create' | 'rename'>()
  const remove = async () => {
    const isConfirmed = await confirmDialog({
      title: `Delete the data set “${dataSet}”?`,
      message: 'It is removed from the template when you save.',
      confirmLabel: 'Delete data set',
      danger: true,
    })
    if (isConfirmed) texts.removeDataSet()
  }
  const submit = (name: string) => {
    if (form === 'create') texts.createDataSet(name)
    else texts.renameDataSet(name)
    props.onSelect()
    setForm(undefined)
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Data sets">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setForm('create')}>
            New data set
          </Menu.Item>
          {dataSet !== undefined && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setForm('rename')}>
                Rename “{dataSet}”
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
                Delete “{dataSet}”
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={form !== undefined}
        onClose={() => setForm(undefined)}
        title={form === 'rename' ? 'Rename data set' : 'New data set'}
      >
        {form && (
          <DataSetForm
            initial={form === 'rename' ? (dataSet ?? '') : ''}
            submit={form === 'rename' ? 'Rename' : 'Create data set'}
            taken={texts.dataSets.map(({ name }) => name)}
            onSubmit={submit}
            onCancel={() => setForm(undefined)}
          />
        )}
      </Modal>
    </>
  )
}
