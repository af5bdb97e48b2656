import { TextInput } from '@mantine/core'
import { CopyAction } from '../../ui/copy-action.js'

interface ReadOnlyLinkProps {
  label: string
  value: string
  hint?: string
}

export const ReadOnlyLink = ({ label, value, hint }: ReadOnlyLinkProps) => (
  <TextInput
    label={label}
    {...(hint !== undefined && { description: hint })}
    value={value}
    readOnly
    onFocus={event => event.currentTarget.select()}
    rightSection={<CopyAction value={value} />}
  />
)
