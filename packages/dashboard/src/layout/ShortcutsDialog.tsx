import { Kbd, Modal, Table } from '@mantine/core'
import { useMe } from '../api/me.ts'
import { entriesFor } from './navigation.ts'

/** Dialog with the list of keyboard shortcuts. */
export function ShortcutsDialog(props: { isOpen: boolean; onClose: () => void }) {
  const me = useMe()
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table>
        <Table.Tbody>
          {entriesFor(me).map(({ label, letter }) => (
            <Row key={letter} keys={['g', letter]} action={`Go to ${label}`} />
          ))}
          <Row keys={['/']} action="Search on this page" />
          <Row keys={['?']} action="Show keyboard shortcuts" />
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

function Row(props: { keys: string[]; action: string }) {
  return (
    <Table.Tr>
      <Table.Td>{props.action}</Table.Td>
      <Table.Td ta="right">
        {props.keys.map((key, index) => (
          <span key={key}>
            {index > 0 && ' then '}
            <Kbd>{key}</Kbd>
          </span>
        ))}
      </Table.Td>
    </Table.Tr>
  )
}
