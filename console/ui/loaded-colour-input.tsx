import { ColorInput, type ColorInputProps } from '@mantine/core'

export const LoadedColourInput = (props: ColorInputProps) => (
  // What is no colour stays, so that the form can say so.
  <ColorInput format="hex" withEyeDropper={false} fixOnBlur={false} {...props} />
)
