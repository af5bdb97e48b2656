import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { sendQuery } from '../api/send-action.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { filterUntilFound } from '../ui/filter-options.js'

interface StartDramaSelectProps extends Pick<SelectProps, 'label' | 'error' | 'description'> {
  /** Empty for none. */
  value: string
  onChange(id: string): void
}

const TYPING_DELAY_MS = 250
const MAX_FOUND = 20

/** Searches the dramas that are online by title or id. */
export function StartDramaSelect({ value, onChange, ...props }: StartDramaSelectProps) {
  const text = useText('console-campaigns')
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, TYPING_DELAY_MS)
  const { list: known } = useDramas(value, value !== '')
  const chosen = known.find(({ id }) => id === value)
  const toLabel = ({ id, title }: ListItem<'/operator/drama_list'>) => title[language.apiCode] ?? id
  const isSearching = q !== '' && (chosen === undefined || q !== toLabel(chosen))
  const { list: found, isFetching, isPlaceholderData } = useDramas(isSearching ? q : '', true)
  const options = found.map(drama => ({ value: drama.id, label: toLabel(drama) }))
  const isListed = value === '' || options.some(option => option.value === value)
  const own = isListed ? [] : [{ value, label: chosen === undefined ? value : toLabel(chosen) }]
  return (
    <Select
      {...props}
      placeholder={text('startPlaceholder')}
      searchable
      clearable
      data={[...own, ...options]}
      filter={filterUntilFound(q === typed && !isPlaceholderData)}
      nothingFoundMessage={text(isFetching ? 'searching' : 'noDramas')}
      value={value === '' ? null : value}
      onChange={id => onChange(id ?? '')}
      onSearchChange={setTyped}
    />
  )
}

function useDramas(q: string, isEnabled: boolean) {
  const request = { ...(q !== '' && { q }), filter: 'online', sort: 'plays', page_size: MAX_FOUND } as const
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['/operator/drama_list', request],
    queryFn: ({ signal }) => sendQuery('/operator/drama_list', request, signal),
    placeholderData: keepPreviousData,
    enabled: isEnabled
  })
  return { list: data?.list ?? [], isFetching, isPlaceholderData }
}
