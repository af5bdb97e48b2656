import { Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconLanguage from '@tabler/icons-react/icons/IconLanguage'
import { useLanguage } from '../i18n/language.js'
import { languages } from '../i18n/languages.js'
import { useText } from '../i18n/use-text.js'
import { MenuButton } from './menu-button.js'

export function LanguageMenu() {
  const text = useText('console')
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <MenuButton label={text('language')} icon={IconLanguage} />
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
