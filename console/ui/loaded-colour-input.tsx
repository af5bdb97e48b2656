import { ColorInput, type ColorInputProps } from '@mantine/core'

export const LoadedColourInput = (props: ColorInputProps) => (
  // What is no colour stays, so that the form can say so.
  // Above the field, because an error is below it.
  <ColorInput
    format="hex"
    withEyeDropper={false}
    fixOnBlur={false}
    popoverProps={{ position: 'top-start' }}
    {...props}
  />
)
