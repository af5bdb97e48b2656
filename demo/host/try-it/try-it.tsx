import { useState } from 'react'
import type { LoggedEvent } from '../events/use-drama-events.js'
import { loadDramas, loadEpisodes } from '../lib/catalogue.js'
import type { ElementReport } from '../preview/element-report.js'
import { Inbox } from './inbox.js'
import type { InboxMail } from './use-inbox.js'

interface TryItProps {
  apiBase: string
  report: ElementReport | undefined
  events: readonly LoggedEvent[]
  mails: InboxMail[] | undefined
}

interface Step {
  title: string
  text: string
  eventName: string
  findPage(apiBase: string): Promise<string>
}

const steps: readonly Step[] = [
  {
    title: 'Buy a pack',
    text: 'The pay page opens in a tab of its own. In the sandbox, which a server has until it is given a payment provider, you approve or decline there, and no money moves.',
    eventName: 'drama-purchase',
    findPage: async () => '/pages/wallet/store'
  },
  {
    title: 'Unlock an episode',
    text: 'One tap on the price that the button says. Without coins a sheet over the episode sells them.',
    eventName: 'drama-unlock',
    findPage: async apiBase => {
      const { signal } = new AbortController()
      for (const { id } of (await loadDramas(apiBase, signal)).slice(0, 5)) {
        const locked = (await loadEpisodes(apiBase, id, signal)).find(({ state }) => state === 'locked')
        if (locked) return `/pages/index/play?drama_id=${encodeURIComponent(id)}&episode_no=${locked.no}`
      }
      return '/pages/index/dramas'
    }
  },
  {
    title: 'Sign in by e-mail',
    text: 'Any address will do, real or made up: the code arrives in the mailbox below.',
    eventName: 'drama-register',
    findPage: async () => '/pages/index/my'
  },
  {
    title: 'Earn a reward',
    text: 'Fifteen seconds of Home are the first task of the day; what it brings is collected here.',
    eventName: 'drama-reward-claimed',
    findPage: async () => '/pages/reward/reward'
  }
]

export function TryIt({ apiBase, report, events, mails }: TryItProps) {
  const [failure, setFailure] = useState<string>()
  const receivedNames = new Set(events.map(({ name }) => name))

  async function openStep({ title, findPage }: Step) {
    try {
      await report?.element.reLaunch({ url: await findPage(apiBase) })
      setFailure(undefined)
    } catch {
      setFailure(`“${title}” cannot be opened now: the server or the element does not answer.`)
    }
  }

  return (
    <section className="try-it" aria-labelledby="try-title">
      <h2 id="try-title" className="visually-hidden">
        Try it
      </h2>
      <p className="lead">
        What a viewer does, in the preview.
        {mails && ' This server is a demonstration: no mail leaves it, codes arrive in the mailbox below.'}
      </p>
      <ol className="try-it-steps">
        {steps.map(step => (
          <li key={step.title} data-done={receivedNames.has(step.eventName) || undefined}>
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
              <p className="try-it-event">
                {receivedNames.has(step.eventName) ? 'Done: ' : 'Your page receives '}
                <code>{step.eventName}</code>
              </p>
            </div>
            <button
              type="button"
              className="quiet"
              disabled={!report}
              aria-label={`Go: ${step.title}`}
              onClick={() => void openStep(step)}
            >
              Go
            </button>
          </li>
        ))}
      </ol>
      {failure && (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      {mails && <Inbox mails={mails} />}
    </section>
  )
}
