import { useId, useRef, useState } from 'react'
import { CopyButton } from '../components/copy-button.js'
import { TextField } from '../components/text-field.js'
import { loadDramas, loadEpisodes } from '../lib/catalogue.js'
import { type RequestState, useRequest } from '../lib/use-request.js'
import { isWebAddress } from '../lib/web-address.js'

interface DeepLinkProps {
  apiBase: string
  lpid: string
  onStart(start: string): void
}

export function DeepLink({ apiBase, lpid, onStart }: DeepLinkProps) {
  const [target, setTarget] = useState<Omit<LinkTarget, 'lpid'>>({
    page: `${location.origin}/`,
    drama: '',
    ep: '',
    t: ''
  })
  const change = (part: Partial<LinkTarget>) => setTarget(before => ({ ...before, ...part }))
  const link = buildDeepLink({ ...target, lpid })
  return (
    <form className="deep-link" onSubmit={event => event.preventDefault()}>
      <p className="lead">
        On every page that has the app this address opens the episode, credited to your campaign
        {lpid ? (
          <>
            {' '}
            <code>{lpid}</code>
          </>
        ) : (
          ''
        )}
        .
      </p>
      <TextField
        label="Your page"
        attribute="https://…"
        value={target.page}
        inputMode="url"
        problem={link === undefined ? 'Needs a full http(s) address.' : undefined}
        onChange={page => change({ page })}
      />
      <EpisodePicker apiBase={apiBase} target={target} onChange={change} />
      <BuiltLink link={link} />
      <button
        type="button"
        className="quiet"
        disabled={target.drama === ''}
        onClick={() => onStart(`drama:${target.drama}${target.ep && `,ep:${target.ep}`}`)}
      >
        Show it in the preview
      </button>
    </form>
  )
}

interface EpisodePickerProps {
  apiBase: string
  target: Omit<LinkTarget, 'lpid'>
  onChange(part: Partial<LinkTarget>): void
}

function EpisodePicker({ apiBase, target: { drama, ep, t }, onChange }: EpisodePickerProps) {
  const dramas = useRequest(apiBase, signal => loadDramas(apiBase, signal))
  const episodes = useRequest(`${apiBase} ${drama}`, signal =>
    drama ? loadEpisodes(apiBase, drama, signal) : Promise.resolve([])
  )
  return (
    <>
      <Picker
        label="Drama"
        attribute="drama"
        value={drama}
        emptyName="Home"
        choices={toChoices(dramas, ({ id, title }) => ({ value: id, name: title }))}
        onChange={value => onChange({ drama: value, ep: '', t: '' })}
      />
      <Picker
        label="Episode"
        attribute="ep"
        value={ep}
        emptyName="Where the viewer stopped"
        isDisabled={drama === ''}
        choices={toChoices(episodes, ({ no, state, price }) => ({
          value: String(no),
          name: state === 'locked' ? `${no} · ${price} coins` : `${no} · free`
        }))}
        onChange={value => onChange({ ep: value, t: value && t })}
      />
      <TextField
        label="Second to begin at"
        attribute="t"
        value={t}
        inputMode="numeric"
        maxLength={5}
        disabled={ep === ''}
        problem={t === '' || /^[1-9]\d*$/.test(t) ? undefined : 'A whole number of seconds.'}
        onChange={value => onChange({ t: value })}
      />
    </>
  )
}

interface Choice {
  value: string
  name: string
}

const toChoices = <Entry,>(
  request: RequestState<Entry[]>,
  toChoice: (entry: Entry) => Choice
): Choice[] | 'failed' | 'loading' => (request.state === 'ready' ? request.value.map(toChoice) : request.state)

interface PickerProps {
  label: string
  attribute: string
  value: string
  emptyName: string
  choices: Choice[] | 'failed' | 'loading'
  isDisabled?: boolean
  onChange(value: string): void
}

function Picker({ label, attribute, value, emptyName, choices, isDisabled = false, onChange }: PickerProps) {
  const id = useId()
  if (choices === 'failed') {
    const hint = 'The catalogue cannot be read from here: write it by hand.'
    return (
      <TextField
        label={label}
        attribute={attribute}
        value={value}
        hint={hint}
        onChange={onChange}
        problem={undefined}
        disabled={isDisabled}
      />
    )
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <code>{attribute}</code>
      </label>
      <select id={id} value={value} disabled={isDisabled} onChange={event => onChange(event.target.value)}>
        <option value="">{choices === 'loading' ? 'Loading…' : emptyName}</option>
        {choices !== 'loading' &&
          choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
      </select>
    </div>
  )
}

function BuiltLink({ link }: { link: string | undefined }) {
  const code = useRef<HTMLElement>(null)
  if (link === undefined) return null
  return (
    <div className="built-link">
      <pre>
        <code ref={code}>{link}</code>
      </pre>
      <CopyButton text={link} source={code} label="Copy link" />
    </div>
  )
}

interface LinkTarget {
  page: string
  lpid: string
  drama: string
  ep: string
  t: string
}

/** Returns undefined if `page` is not an http(s) address. */
function buildDeepLink({ page, lpid, drama, ep, t }: LinkTarget): string | undefined {
  if (!isWebAddress(page)) return undefined
  const url = new URL(page)
  const parameters = { lpid, drama, ep: drama && ep, t: drama && ep && t }
  for (const [name, value] of Object.entries(parameters)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  return url.href
}
