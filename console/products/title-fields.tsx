import { Fieldset, Stack, Switch, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { Lang } from '../../contract/protocol/language.js'
import { languages } from '../i18n/languages.js'
import { useText } from '../i18n/use-text.js'
import { TITLE_LIMIT } from './product-values.js'

interface TitleFieldsProps {
  /** What it is called without a title of its own. */
  automatic: string
  isOwn: boolean
  switchProps: GetInputPropsReturnType
  toProps(lang: Lang): GetInputPropsReturnType
}

export function TitleFields({ automatic, isOwn, switchProps, toProps }: TitleFieldsProps) {
  const text = useText('console-products')
  return (
    <Stack gap="sm">
      <Switch label={text('ownTitle')} description={text('ownTitleHint', { title: automatic })} {...switchProps} />
      {isOwn && (
        <Fieldset legend={text('ownTitle')}>
          <Stack gap="sm">
            {languages.map(({ apiCode, name, tag }) => (
              <TextInput
                key={apiCode}
                label={text('titleIn', { language: name })}
                lang={tag}
                maxLength={TITLE_LIMIT}
                required
                {...toProps(apiCode)}
              />
            ))}
          </Stack>
        </Fieldset>
      )}
    </Stack>
  )
}
