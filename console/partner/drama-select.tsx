import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { sendQuery } from '../api/send-action.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { filterUntilFound } from '../ui/filter-options.js'

export type ListedDrama = ListItem<'/partner/drama_list'>

interface DramaSelectProps {
  value: string | undefined
  onChange(drama: ListedDrama | null): void
  isClearable?: boolean
  error?: string | undefined
}

const TYPING_DELAY_MS = 250

/** Searches all dramas that are online by title, cast or id. */
export function DramaSelect({ value, onChange, isClearable = false, error }: DramaSelectProps) {
  const text = useText('console-partner')
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [q] = useDebouncedValue(typed, TYPING_DELAY_MS)
  const lang = language.apiCode
  const chosen = useDrama(value)
  const isSearching = isOpen && q !== '' && q !== chosen?.title
  const found = useQuery({
    queryKey: ['/partner/drama_list', { q: isSearching ? q : '', lang }],
    queryFn: ({ signal }) => sendQuery('/partner/drama_list', { ...(isSearching && { q }), lang }, signal),
    placeholderData: keepPreviousData
  })
  const list = found.data?.list ?? []
  const all = chosen === undefined || list.some(({ drama_id }) => drama_id === value) ? list : [chosen, ...list]
  return (
    <Select
      label={text('drama')}
      placeholder={text('chooseDrama')}
      searchable
      clearable={isClearable}
      allowDeselect={isClearable}
      data={all.map(({ drama_id, title }) => ({ value: drama_id, label: title }))}
      filter={filterUntilFound(q === typed && !found.isPlaceholderData)}
      nothingFoundMessage={found.isFetching ? text('searching') : text('noDramas')}
      value={value ?? null}
      onChange={id => onChange(all.find(({ drama_id }) => drama_id === id) ?? null)}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      error={error}
      miw={240}
    />
  )
}

/** Undefined until it is known, and for a drama that is not online. */
export function useDrama(id: string | undefined): ListedDrama | undefined {
  const { language } = useLanguage()
  const lang = language.apiCode
  const { data } = useQuery({
    queryKey: ['/partner/drama_list', { q: id, lang }],
    queryFn: ({ signal }) => sendQuery('/partner/drama_list', { q: id ?? '', lang }, signal),
    enabled: id !== undefined
  })
  return id === undefined ? undefined : data?.list.find(({ drama_id }) => drama_id === id)
}
