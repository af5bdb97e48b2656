import { ActionIcon, CopyButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconCopy from '@tabler/icons-react/icons/IconCopy'
import { useText } from '../i18n/use-text.js'

export function CopyAction({ value }: { value: string }) {
  const text = useText('console')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const label = text(copied ? 'copied' : 'copy')
        return (
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={label} title={label}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )
      }}
    </CopyButton>
  )
}
