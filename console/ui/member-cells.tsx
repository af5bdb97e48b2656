// Cells of the tables of members: of the operators' and of a partner's.
import { Badge, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.js'

interface MemberNameProps {
  member: { name: string; email: string }
  /** Behind the name, such as "(you)". */
  suffix?: string
  children?: ReactNode
}

export const MemberName = ({ member: { name, email }, suffix, children }: MemberNameProps) => (
  <Stack gap={0} miw={160}>
    <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
      {suffix === undefined ? name : `${name} ${suffix}`}
    </Text>
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {email}
    </Text>
    {children}
  </Stack>
)

interface MemberStateProps {
  member: { disabled_at: string | null; seen_at: string | null; is_invited: boolean }
  /** Of an active member, such as the number of passkeys. */
  note: string | null
}

export function MemberState({ member: { disabled_at, seen_at, is_invited }, note }: MemberStateProps) {
  const text = useText('console-access')
  if (disabled_at !== null)
    return (
      <Badge color="gray" miw="max-content">
        {text('stateDisabled')}
      </Badge>
    )
  if (seen_at === null)
    return (
      <Badge color={is_invited ? 'blue' : 'gray'} variant="light" miw="max-content">
        {text(is_invited ? 'stateInvited' : 'stateNever')}
      </Badge>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color="green" variant="light" miw="max-content">
        {text('stateActive')}
      </Badge>
      {note !== null && (
        <Badge color="gray" variant="outline" miw="max-content">
          {note}
        </Badge>
      )}
    </Group>
  )
}
