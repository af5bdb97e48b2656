import type { SelectProps } from '@mantine/core'

type Filter = NonNullable<SelectProps['filter']>

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The options of a select whose server searches more than their labels. Until the answer for what is typed is there, the
 * options that are known are searched by their labels.
 */
export const filterUntilFound =
  (isAnswered: boolean): Filter =>
  ({ options, search }) =>
    isAnswered ? options : options.filter(option => 'label' in option && fold(option.label).includes(fold(search)))
