import {
  ActionIcon,
  Alert,
  Badge,
  Box,
  Button,
  Group,
  NumberInput,
  Paper,
  Stack,
  Table,
  Text,
  TextInput
} from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown'
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp'
import IconGripVertical from '@tabler/icons-react/icons/IconGripVertical'
import IconPlus from '@tabler/icons-react/icons/IconPlus'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { type DramaFormState, type DramaValues, type EditedDrama, moveEpisode, textLangs } from './drama-values.js'
import { OtherValue } from './other-value.js'
import { textLangNames } from './text-lang-names.js'

interface EpisodesFieldsProps {
  form: DramaFormState
  drama: EditedDrama
  /** As saved. */
  before: DramaValues
  isReadOnly: boolean
}

export function EpisodesFields({ form, drama, before, isReadOnly }: EpisodesFieldsProps) {
  const text = useText('console-dramas')
  const { episodes } = form.values
  const sorted = Object.entries(episodes).sort(([, one], [, other]) => one.no - other.no)
  const [dragged, setDragged] = useState<number | null>(null)
  const [titled, setTitled] = useState<string | null>(null)
  const move = (from: number, to: number) => {
    if (to >= 0 && to < sorted.length && from !== to) form.setFieldValue('episodes', moveEpisode(episodes, from, to))
  }
  const isElsewhere = sorted.some(([film, { no }]) => before.episodes[film]?.no !== no)
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text(drama.has_films ? 'orderHint' : 'noFilms')}
        </Text>
        {!isReadOnly && (
          <Button
            component={Link}
            to="/dramas/upload"
            search={{ id: drama.id } as never}
            variant="light"
            leftSection={<IconPlus size={16} />}
          >
            {text('addEpisodes')}
          </Button>
        )}
      </Group>
      {isElsewhere && <OrderEffects dramaId={drama.id} episodes={episodes} before={before.episodes} />}
      {form.errors.episodes !== undefined && (
        <Alert color="red" role="alert">
          {form.errors.episodes}
        </Alert>
      )}
      {sorted.length > 0 && (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={text('episodes')}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text('number')}</Table.Th>
                  <Table.Th>{text('title')}</Table.Th>
                  <Table.Th>{text('price')}</Table.Th>
                  <Table.Th>{text('duration')}</Table.Th>
                  <Table.Th>{text('access')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sorted.map(([film, episode], index) => (
                  <Table.Tr
                    key={film}
                    onDragOver={event => {
                      if (dragged !== null) event.preventDefault()
                    }}
                    onDrop={event => {
                      event.preventDefault()
                      if (dragged !== null) move(dragged, index)
                      setDragged(null)
                    }}
                    {...(dragged === index && { style: { opacity: 0.5 } })}
                  >
                    <Table.Td>
                      <Group gap={4} wrap="nowrap">
                        {!isReadOnly && (
                          <Box
                            component="span"
                            draggable
                            title={text('drag')}
                            style={{ cursor: 'grab', display: 'flex' }}
                            onDragStart={event => {
                              event.dataTransfer.effectAllowed = 'move'
                              event.dataTransfer.setData('text/plain', film)
                              setDragged(index)
                            }}
                            onDragEnd={() => setDragged(null)}
                          >
                            <IconGripVertical size={18} aria-hidden />
                          </Box>
                        )}
                        <NumberField
                          label={text('numberOf', { no: `${episode.no}` })}
                          value={episode.no}
                          isReadOnly={isReadOnly}
                          onMove={no => move(index, findPlace(sorted, no, index))}
                        />
                        {!isReadOnly && (
                          <>
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              disabled={index === 0}
                              aria-label={text('moveUp', { no: `${episode.no}` })}
                              onClick={() => move(index, index - 1)}
                            >
                              <IconArrowUp size={16} />
                            </ActionIcon>
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              disabled={index === sorted.length - 1}
                              aria-label={text('moveDown', { no: `${episode.no}` })}
                              onClick={() => move(index, index + 1)}
                            >
                              <IconArrowDown size={16} />
                            </ActionIcon>
                          </>
                        )}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      <EpisodeTitle episode={episode} isReadOnly={isReadOnly} onEdit={() => setTitled(film)} />
                    </Table.Td>
                    <Table.Td>
                      <TextInput
                        aria-label={text('priceOf', { no: `${episode.no}` })}
                        inputMode="numeric"
                        placeholder={form.values.default_price}
                        w={90}
                        readOnly={isReadOnly}
                        {...form.getInputProps(`episodes.${film}.price`)}
                      />
                      <OtherValue
                        form={form}
                        name={`episodes.${film}.price`}
                        label={text('priceOf', { no: `${episode.no}` })}
                        show={latest => findFilm(latest, film)?.price ?? '—'}
                      />
                    </Table.Td>
                    <Table.Td>
                      <Duration seconds={findFilm(drama, film)?.duration_s ?? 0} />
                    </Table.Td>
                    <Table.Td>
                      <Access episode={episode} values={form.values} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      <TitleDialog film={titled} form={form} onClose={() => setTitled(null)} />
    </Stack>
  )
}

const findFilm = ({ episodes }: EditedDrama, film: string) => episodes.find(known => `${known.film}` === film)

type SortedEpisodes = [string, DramaValues['episodes'][string]][]

const findPlace = (sorted: SortedEpisodes, no: number, otherwise: number) => {
  const place = sorted.findIndex(([, episode]) => episode.no === no)
  return place === -1 ? otherwise : place
}

interface NumberFieldProps {
  label: string
  value: number
  isReadOnly: boolean
  onMove(no: number): void
}

/** Moves when the field is left or Enter is pressed, because 1 is on the way to 12. */
function NumberField({ label, value, isReadOnly, onMove }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string | null>(null)
  const commit = () => {
    if (typed !== null && Number(typed) !== value) onMove(Number(typed))
    setTyped(null)
  }
  return (
    <NumberInput
      aria-label={label}
      w={64}
      hideControls
      allowDecimal={false}
      readOnly={isReadOnly}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        commit()
      }}
    />
  )
}

const Duration = ({ seconds }: { seconds: number }) => {
  const { duration } = useFormats()
  return <Text size="sm">{duration(Math.round(seconds))}</Text>
}

function Access({ episode, values }: { episode: DramaValues['episodes'][string]; values: DramaValues }) {
  const text = useText('console-dramas')
  const price = episode.price.trim() === '' ? values.default_price : episode.price
  const isFree = episode.no <= Number(values.free_count) || Number(price) === 0
  return (
    <Badge variant="light" color={isFree ? 'teal' : 'gray'} miw="max-content">
      {text(isFree ? 'free' : 'locked')}
    </Badge>
  )
}

interface EpisodeTitleProps {
  episode: DramaValues['episodes'][string]
  isReadOnly: boolean
  onEdit(): void
}

function EpisodeTitle({ episode, isReadOnly, onEdit }: EpisodeTitleProps) {
  const text = useText('console-dramas')
  const { language } = useLanguage()
  const title = episode.title[language.apiCode]
  const shown = title === '' ? text('noTitle') : title
  if (isReadOnly) return <Text size="sm">{shown}</Text>
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      maw={260}
      color={title === '' ? 'gray' : undefined}
      aria-label={text('titlesOf', { no: `${episode.no}`, title: shown })}
      onClick={onEdit}
    >
      {shown}
    </Button>
  )
}

function TitleDialog({ film, form, onClose }: { film: string | null; form: DramaFormState; onClose(): void }) {
  const text = useText('console-dramas')
  const general = useText('console')
  const episode = film === null ? undefined : form.values.episodes[film]
  return (
    <Dialog
      opened={episode !== undefined}
      onClose={onClose}
      title={episode === undefined ? '' : text('episodeNo', { no: `${episode.no}` })}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {text('episodeTitleHint')}
        </Text>
        {episode !== undefined &&
          textLangs.map(lang => (
            <Stack key={lang} gap={4}>
              <TextInput
                label={textLangNames[lang]}
                lang={lang}
                maxLength={120}
                {...form.getInputProps(`episodes.${film}.title.${lang}`)}
              />
              <OtherValue
                form={form}
                name={`episodes.${film}.title.${lang}`}
                label={textLangNames[lang]}
                show={latest => <span lang={lang}>{findFilm(latest, `${film}`)?.title?.[lang] ?? '—'}</span>}
              />
            </Stack>
          ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{general('done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface OrderEffectsProps {
  dramaId: string
  episodes: DramaValues['episodes']
  before: DramaValues['episodes']
}

/** What a new order means for those who own episodes, before it is saved. */
function OrderEffects({ dramaId, episodes, before }: OrderEffectsProps) {
  const text = useText('console-dramas')
  const { number } = useFormats()
  const unlocks = useActionQuery('/operator/drama_unlocks', { id: dramaId })
  const moved = Object.entries(episodes)
    .filter(([film, { no }]) => before[film]?.no !== no)
    .map(([film, { no }]) => ({ no, from: before[film]?.no ?? no }))
    .sort((one, other) => one.no - other.no)
  const [first] = moved
  if (first === undefined) return null
  const viewers = (unlocks.data?.list ?? []).filter(({ no }) => moved.some(episode => episode.no === no))
  const count = viewers.reduce((sum, row) => sum + row.viewers, 0)
  return (
    <Alert color="yellow" title={text('orderTitle')} role="status">
      <Stack gap="xs">
        <Text size="sm">{text('orderLead', { no: `${first.no}`, from: `${first.from}` })}</Text>
        {unlocks.data !== undefined && (
          <Text size="sm" fw={600}>
            {text('orderUnlocks', { count: number(count), numbers: moved.map(({ no }) => no).join(', ') })}
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
