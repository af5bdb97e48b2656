import { Anchor, Box, Button, Group, Image, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconPlus from '@tabler/icons-react/icons/IconPlus'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'
import { mayEditDramas } from './drama-roles.js'
import { DramaState } from './drama-state.js'

type ListedDrama = ListItem<'/operator/drama_list'>

const TYPING_DELAY_MS = 300
const filters = ['all', 'online', 'offline', 'draft', 'scheduled', 'needs_texts'] as const
const sorts = ['updated', 'plays', 'id'] as const
const dramaColumns = columnsOf<ListedDrama>()

export function DramasPage() {
  const text = useText('console-dramas')
  const general = useText('console')
  const { role } = useMember()
  const { language } = useLanguage()
  const { number } = useFormats()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_DELAY_MS)
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const [sort, setSort] = useState<(typeof sorts)[number]>('updated')
  const list = useActionList('/operator/drama_list', { filter, sort, ...(q !== '' && { q }) })
  const columns = dramaColumns.columns([
    dramaColumns.display({
      id: 'title',
      header: text('title'),
      cell: ({ row: { original } }) => (
        <Group gap="sm" wrap="nowrap">
          <Cover drama={original} />
          <Stack gap={0} miw={160} maw={340} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to="/dramas/edit" search={{ id: original.id } as never} size="sm" fw={600}>
              {original.title[language.apiCode] ?? original.id}
            </Anchor>
            <Text size="xs" c="dimmed">
              {original.id}
            </Text>
          </Stack>
        </Group>
      )
    }),
    dramaColumns.display({
      id: 'state',
      header: text('state'),
      cell: ({ row: { original } }) => (
        <DramaState
          state={original.state}
          isScheduled={original.publish_at !== null}
          needsTexts={original.needs_texts}
        />
      )
    }),
    dramaColumns.display({
      id: 'episodes',
      header: text('episodes'),
      cell: ({ row }) => number(row.original.episode_count)
    }),
    dramaColumns.display({
      id: 'free',
      header: text('free'),
      cell: ({ row: { original } }) => (original.free_count === null ? '—' : number(original.free_count))
    }),
    dramaColumns.display({
      id: 'price',
      header: text('price'),
      cell: ({ row: { original } }) => (original.default_price === null ? '—' : number(original.default_price))
    }),
    dramaColumns.display({ id: 'plays', header: text('plays'), cell: ({ row }) => number(row.original.play_count) }),
    dramaColumns.display({
      id: 'updated',
      header: text('updated'),
      cell: ({ row }) => <TimeText instant={row.original.updated_at} />
    })
  ])
  return (
    <Page
      title={general('dramas')}
      lead={text('dramasLead')}
      actions={
        mayEditDramas(role) && (
          <Button component={Link} to="/dramas/create" leftSection={<IconPlus size={18} />}>
            {text('newDrama')}
          </Button>
        )
      }
    >
      <Group align="flex-end">
        <TextInput
          label={text('search')}
          value={typed}
          maxLength={100}
          w={{ base: '100%', xs: 260 }}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Select
          label={text('state')}
          data={filters.map(name => ({ value: name as string, label: text(`filter_${name}`) }))}
          value={filter}
          allowDeselect={false}
          w={170}
          onChange={value => setFilter(filters.find(name => name === value) ?? 'all')}
        />
        <Select
          label={text('order')}
          data={sorts.map(name => ({ value: name as string, label: text(`sort_${name}`) }))}
          value={sort}
          allowDeselect={false}
          w={190}
          onChange={value => setSort(sorts.find(name => name === value) ?? 'updated')}
        />
      </Group>
      <ListTable
        label={general('dramas')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text(q === '' && filter === 'all' ? 'noDramas' : 'noMatches')}
      />
    </Page>
  )
}

const Cover = ({ drama: { cover_url, colour } }: { drama: ListedDrama }) => (
  <Box w={36} h={48} bg={colour ?? 'gray'} style={{ borderRadius: 4, overflow: 'hidden', flex: 'none' }}>
    {cover_url !== null && <Image src={toOwnAddress(cover_url)} alt="" w={36} h={48} loading="lazy" />}
  </Box>
)

/** The console may be open under another name than the public one, and shows pictures of its own origin only. */
export const toOwnAddress = (url: string) => new URL(url).pathname
