import { useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'
import factsCss from './facts-line.css'

export const css = factsCss

/** Facts about a drama in one line, and how often it was played. */
export function FactsLine({ facts, plays, className }: { facts: string[]; plays: number; className?: string }) {
  const { compact } = useTranslation()
  return (
    <p className={className}>
      {facts.filter(Boolean).join(' · ')}
      {plays > 0 && (
        <span className="play-count">
          {' · '}
          <Icon name="play" isFilled />
          {compact(plays)}
        </span>
      )}
    </p>
  )
}
