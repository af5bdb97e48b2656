import { useEffect, useRef, useState } from 'react'
import { createPagedList } from '../../../src/core/loading/paged-list.js'
import { adoptStyles } from '../../../src/dom/adopted-styles.js'
import { OverlayLayer, css as overlayCss } from '../../../src/views/app/overlays.js'
import { Input, css as inputCss } from '../../../src/views/ui/controls/input.js'
import { Hero, css as heroCss } from '../../../src/views/ui/drama/hero.js'
import { useLongPress } from '../../../src/views/ui/gesture/use-long-press.js'
import gridCss from '../../../src/views/ui/list/grid.css'
import { InfiniteListEnd } from '../../../src/views/ui/list/infinite-list-end.js'
import { PullToRefresh } from '../../../src/views/ui/list/pull-to-refresh.js'
import swiperCss from '../../../src/views/ui/list/swiper.css'
import { Swiper } from '../../../src/views/ui/list/swiper.js'
import { VirtualGrid } from '../../../src/views/ui/list/virtual-grid.js'
import type { Lab, Scene } from './entry.js'

interface LabProps {
  lab: Lab
  properties: Record<string, unknown>
}

function Overlays({ root }: Pick<Lab, 'root'>) {
  adoptStyles(root, overlayCss)
  return (
    <div className="overlays">
      <OverlayLayer />
    </div>
  )
}

const overlays: Scene = ({ root, events }) => (
  <>
    <div className="pages">
      <button type="button" id="one" onClick={() => events.push('one')}>
        one
      </button>
      <button type="button" id="two" onClick={() => events.push('two')}>
        two
      </button>
    </div>
    <Overlays root={root} />
  </>
)

const input: Scene = ({ root, events }, { value = '', ...rest }) => {
  adoptStyles(root, inputCss)
  return (
    <Input
      label="Words"
      value={String(value)}
      onChange={text => events.push(`change ${text}`)}
      onSubmit={text => events.push(`submit ${text}`)}
      {...rest}
    />
  )
}

function SwiperScene({ lab: { root, events }, properties: { count = 3, start = 0, ...rest } }: LabProps) {
  adoptStyles(root, swiperCss)
  const [current, setCurrent] = useState(Number(start))
  const labels = Array.from({ length: Number(count) }, (_, index) => `slide ${index}`)
  const change = (index: number) => {
    events.push(`slide ${index}`)
    setCurrent(index)
  }
  return (
    <Swiper labels={labels} current={current} onChange={change} hasDots {...rest}>
      {labels.map(label => (
        <div key={label} className="slide">
          <button type="button">{label}</button>
        </div>
      ))}
    </Swiper>
  )
}

const hero: Scene = ({ root }) => {
  adoptStyles(root, heroCss)
  const banners = ['One', 'Two', 'Three', 'Four', 'Five'].map(title => ({
    id: `d_${title}`,
    title,
    cover_url: '',
    banner_url: '',
    category: 'Romance',
    tags: [],
    score: 0,
    synopsis: '',
    colour: '#301030',
    episode_count: 12,
    free_count: 3,
    is_finished: true,
    is_new: false,
    play_count: 1_200_000
  }))
  return <Hero banners={banners} />
}

function PullScene({ lab, properties }: LabProps) {
  const { refresh } = properties as { refresh(): Promise<void> }
  return (
    <>
      <div className="pages">
        <div className="page">
          <div>
            <PullToRefresh refresh={refresh} />
            {Array.from({ length: 100 }, (_, index) => `line ${index}`).map(line => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      </div>
      <Overlays root={lab.root} />
    </>
  )
}

function GrowingScene({ lab: { root }, properties }: LabProps) {
  adoptStyles(root, gridCss)
  const { load } = properties as { load: Parameters<typeof createPagedList<string>>[0] }
  const [paged] = useState(() => createPagedList(load))
  const [shown, setShown] = useState(paged.list.$loadable.get())
  const unsubscribe = useRef<() => void>(undefined)
  unsubscribe.current ??= paged.list.$loadable.listen(next => setShown(next))
  return (
    <div className="pages">
      <div className="page">
        {shown.state === 'ready' && (
          <>
            <ul className="grid">
              {shown.value.list.map(name => (
                <li key={name} className="square">
                  {name}
                </li>
              ))}
            </ul>
            <InfiniteListEnd paged={paged} />
          </>
        )}
      </div>
    </div>
  )
}

function VirtualScene({ lab: { root }, properties }: LabProps) {
  adoptStyles(root, gridCss)
  const { sections } = properties as { sections: readonly number[] }
  return (
    <div className="pages">
      <div className="page">
        <div>
          {sections.map((count, section) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a section has no other name
            <section key={section}>
              <h2>section {section}</h2>
              <VirtualGrid
                entries={Array.from({ length: count }, (_, index) => `${section}-${index}`)}
                keyOf={entry => entry}
                render={entry => (
                  <button type="button" className="cell">
                    {entry}
                  </button>
                )}
              />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function PressScene({ lab: { events } }: LabProps) {
  const target = useRef<HTMLDivElement>(null)
  const [isListening, setListening] = useState(false)
  useLongPress(target, { onPress: () => events.push('press'), onEnd: () => events.push('end') })
  // Resolves after the same import of the hook, whose effect runs first.
  useEffect(() => void import('../../../src/views/ui/gesture/long-press.js').then(() => setListening(true)), [])
  return (
    <div ref={target}>
      <button type="button" id="held" data-listening={isListening || undefined} onClick={() => events.push('click')}>
        hold me
      </button>
    </div>
  )
}

export const scenes = {
  overlays,
  input,
  hero,
  swiper: (lab, properties) => <SwiperScene lab={lab} properties={properties} />,
  pull: (lab, properties) => <PullScene lab={lab} properties={properties} />,
  growing: (lab, properties) => <GrowingScene lab={lab} properties={properties} />,
  virtual: (lab, properties) => <VirtualScene lab={lab} properties={properties} />,
  press: (lab, properties) => <PressScene lab={lab} properties={properties} />
} satisfies Record<string, Scene>
