import { ColorInput, type ColorInputProps } from '@mantine/core'

export const LoadedColourInput = (props: ColorInputProps) => (
  <ColorInput format="hex" withEyeDropper={false} {...props} />
)
