import { Kbd, Modal, Table } from '@mantine/core'
import { useMe } from '../api/me.ts'
import { entriesFor } from './navigation.ts'

/** What can be typed. */
export function ShortcutsDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { role } = useMe().account
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table>
        <Table.Tbody>
          {entriesFor(role).map(({ label, letter }) => (
            <Row key={letter} keys={['g', letter]} does={`Go to ${label}`} />
          ))}
          <Row keys={['/']} does="Search on this page" />
          <Row keys={['?']} does="Show this" />
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

function Row(props: { keys: string[]; does: string }) {
  return (
    <Table.Tr>
      <Table.Td>{props.does}</Table.Td>
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
