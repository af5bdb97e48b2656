import { Button, Code, Collapse, Table } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown'
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight'
import { useText } from '../i18n/use-text.js'
import { useSigned } from './use-signed.js'

interface LedgerEntriesProps {
  entries: readonly { account: string; amount: number }[]
  userId: string
}

/** Opens below its button. */
export function LedgerEntries({ entries, userId }: LedgerEntriesProps) {
  const text = useText('console-support')
  const signed = useSigned()
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<Icon size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {text('entries')}
      </Button>
      <Collapse id={id} expanded={isOpen}>
        <Table withRowBorders={false} w="auto" aria-label={text('entries')}>
          <Table.Tbody>
            {entries.map(({ account, amount }) => (
              <Table.Tr key={account}>
                <Table.Td>
                  <Code>{account.replace(`user:${userId}:`, '')}</Code>
                </Table.Td>
                <Table.Td ta="right">{signed(amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Collapse>
    </div>
  )
}
