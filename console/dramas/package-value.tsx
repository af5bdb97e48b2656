import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.js'
import { type DramaFormState, type EditedDrama, isTaken, type ShownValues, toPackageValue } from './drama-values.js'
import { OtherValue } from './other-value.js'

interface PackageValueProps {
  form: DramaFormState
  drama: EditedDrama
  /** Of a field that may be edited, such as `tags` or `title.pt`. */
  name: string
  /** What the field is called. */
  label: string
  isReadOnly: boolean
  /** The field itself. */
  children?: ReactNode
  /** What the package or another editor has, in words or as a picture. */
  show(source: ShownValues): ReactNode
}

/** Under an edited field: what the package has for it, and a button that takes that again. */
export function PackageValue({ form, drama, name, label, isReadOnly, children, show }: PackageValueProps) {
  const text = useText('console-dramas')
  const { package: source } = drama
  const isOffered = !isReadOnly && source !== null && drama.edited.includes(name) && isChosen(drama, name)
  const other = !isReadOnly && <OtherValue form={form} name={name} label={label} show={show} />
  if (!isOffered && children === undefined) return other
  if (!isOffered)
    return (
      <div>
        {children}
        {other}
      </div>
    )
  const take = () => {
    form.setFieldValue('taken', { ...form.getValues().taken, [name]: true })
    form.setFieldValue(name, toPackageValue(source, name) as never)
    form.clearFieldError(name)
  }
  return (
    <Stack gap={6}>
      {children}
      {other}
      {isTaken(form.values, name, source) ? (
        <Text size="xs" role="status">
          {text('packageTaken')}
        </Text>
      ) : (
        <Stack gap={4} align="flex-start">
          <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
            {text('inPackage')} {show(source)}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text('takePackageOf', { field: label })}
            onClick={take}
          >
            {text('takePackage')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

/** Of a drama that began as a draft, the package has only pictures of the film; its texts and settings are made up. */
const isChosen = ({ began_as_draft }: EditedDrama, name: string) =>
  !began_as_draft || name === 'cover' || name === 'banner'
