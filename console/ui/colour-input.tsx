import { type ColorInputProps, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { lazyWithRetry } from './lazy-with-retry.js'

const LoadedColourInput = lazyWithRetry(() =>
  import('./loaded-colour-input.js').then(module => module.LoadedColourInput)
)

/** A field for a colour as `#rrggbb`. Its picker loads behind the page; until then it shows the value. */
export const ColourInput = (props: ColorInputProps) => (
  <Suspense
    fallback={
      <TextInput
        label={props.label}
        placeholder={props.placeholder}
        value={props.value ?? ''}
        error={props.error}
        readOnly
      />
    }
  >
    <LoadedColourInput {...props} />
  </Suspense>
)
