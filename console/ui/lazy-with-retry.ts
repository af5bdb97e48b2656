import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Once it has resolved, the component is drawn without a fallback before. */
  preload(): Promise<unknown>
}

/** Tries again until the chunk is there: a lost connection shows the fallback for longer, and no error. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await loadUntilThere(load)
    return { default: loaded }
  }
  const Lazy = lazy(preload) as unknown as ComponentType<Props>
  const Loaded: FunctionComponent<Props> = props => {
    // Another component would lose what it holds.
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Loaded, { preload })
}

async function loadUntilThere<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
}
