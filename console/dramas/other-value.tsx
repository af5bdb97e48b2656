import { Button, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useText } from '../i18n/use-text.js'
import { type DramaFormState, type DramaValues, type EditedDrama, isSame, readField } from './drama-values.js'

/** What another editor has saved while this one was typing. */
export interface OtherEditor {
  drama: EditedDrama
  values: DramaValues
  /** Fields that both have changed, such as `tags` and `title.pt`. */
  names: readonly string[]
}

export const OtherEditorContext = createContext<OtherEditor | null>(null)

interface OtherValueProps {
  form: DramaFormState
  name: string
  /** What the field is called. */
  label: string
  /** What the other editor has, in words or as a picture. */
  show(drama: EditedDrama): ReactNode
}

/** Under a field that another editor has changed as well: the other value, and a button that takes it. */
export function OtherValue({ form, name, label, show }: OtherValueProps) {
  const text = useText('console-dramas')
  const other = useContext(OtherEditorContext)
  if (other === null || !other.names.includes(name)) return null
  const value = readField(other.values, name)
  if (isSame(readField(form.values, name), value)) return null
  const take = () => {
    form.setFieldValue(name, value as never)
    form.clearFieldError(name)
  }
  return (
    <Stack gap={4} align="flex-start">
      <Text size="xs" c="dimmed" component="div" role="status" style={{ overflowWrap: 'anywhere' }}>
        {text('otherPerson')} {show(other.drama)}
      </Text>
      <Button size="compact-xs" variant="default" aria-label={text('takeOtherOf', { field: label })} onClick={take}>
        {text('takeOther')}
      </Button>
    </Stack>
  )
}
