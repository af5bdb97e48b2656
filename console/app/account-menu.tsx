import { Menu, Text } from '@mantine/core'
import IconLogout from '@tabler/icons-react/icons/IconLogout'
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActionMutation } from '../api/use-action.js'
import { sessionQuery, useMember } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { MenuButton } from './menu-button.js'

export function AccountMenu() {
  const text = useText('console')
  const { name, email, role } = useMember()
  const client = useQueryClient()
  const logout = useActionMutation('/console/api/logout', {
    onSuccess: () => {
      // Whoever signs in next must not see what this member has loaded.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
      void client.invalidateQueries(sessionQuery)
    }
  })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <MenuButton label={text('account')} icon={IconUserCircle} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
          <Text size="xs">{text(`role_${role}`)}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} />}>
          {text('account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logout.mutate({})}>
          {text('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
