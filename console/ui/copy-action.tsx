import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconCopy from '@tabler/icons-react/icons/IconCopy'
import { useText } from '../i18n/use-text.js'

export function CopyAction({ value }: { value: string }) {
  const text = useText('console')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={text(copied ? 'copied' : 'copy')}>
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={text(copied ? 'copied' : 'copy')}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
