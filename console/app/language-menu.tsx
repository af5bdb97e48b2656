import { ActionIcon, Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconLanguage from '@tabler/icons-react/icons/IconLanguage'
import { languages, useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'

export function LanguageMenu() {
  const text = useText('console')
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text('language')}>
          <IconLanguage size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ tag, name }) => (
          <Menu.Item
            key={tag}
            lang={tag}
            onClick={() => choose(tag)}
            rightSection={tag === language.tag ? <IconCheck size={16} /> : null}
            {...(tag === language.tag && { 'aria-current': true })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
