// Entry of a chunk, loaded when a drama is no longer available.
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createLoadable, readyValue } from '../../core/loading/loadable.js'
import { useScope, useTranslation } from '../app/scope.js'
import cardCss from '../ui/drama/drama-card.css'
import { DramaShelf } from '../ui/drama/drama-shelf.js'
import rowCss from '../ui/list/card-row.css'
import otherCss from './other-dramas.css'

export const css = cardCss + rowCss + otherCss

const MAX_DRAMAS = 12

/** The most watched dramas. Nothing while they load, and if they cannot be loaded. */
export function OtherDramas() {
  const { app } = useScope()
  const { text } = useTranslation()
  const [hot] = useState(() => createLoadable(() => app.api.get('/index/rank', { type: 'hot' }, { isQuiet: true })))
  const dramas = readyValue(useStore(hot.$loadable))?.list ?? []
  if (dramas.length === 0) return null
  return (
    <div className="other-dramas">
      <DramaShelf title={text('searchProposals')} dramas={dramas.slice(0, MAX_DRAMAS)} />
    </div>
  )
}
