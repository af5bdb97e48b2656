// Records requests, timers, listeners and console output of the page. Import it before the widget's script is loaded.
import './until.js'

export interface Call {
  url: string
  method: string | undefined
  headers: Record<string, string>
  body: Record<string, unknown>
  signal: AbortSignal | null | undefined
}

export const calls: Call[] = []

const { fetch } = window

/** The browser's fetch, neither recorded nor intercepted. */
export const browserFetch = fetch.bind(window)

const open = () => undefined
let gate = Promise.resolve<void>(undefined)
let isDown = false
let intercept: ((url: string, response: () => Promise<Response>) => Promise<Response>) | undefined
let pendingCalls = 0

window.fetch = async (input, init) => {
  calls.push({
    url: String(input),
    method: init?.method,
    headers: { ...(init?.headers as Record<string, string>) },
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : {},
    signal: init?.signal
  })
  pendingCalls++
  try {
    await gate
    if (isDown) throw new TypeError('Failed to fetch')
    const real = () => fetch(input, init)
    const response = await (intercept ? intercept(String(input), real) : real())
    const body = response.clone().arrayBuffer()
    pendingCalls++
    void body.catch(open).finally(() => pendingCalls--)
    return response
  } finally {
    pendingCalls--
  }
}

/** Counts calls whose response has not arrived in full. */
export const countPendingCalls = () => pendingCalls

export const network = {
  cut() {
    isDown = true
  },
  hold(): () => void {
    let release: () => void = open
    gate = new Promise(resolve => {
      release = resolve
    })
    network.release = release
    return release
  },
  release: open as () => void,
  /** Intercepts calls until `restore`, as a proxy may. */
  intercept(answer: (url: string, response: () => Promise<Response>) => Promise<Response>) {
    intercept = answer
  },
  restore() {
    isDown = false
    intercept = undefined
    network.release()
  }
}

export const logins = () => calls.filter(({ url }) => url.endsWith('/index/visitor_login'))

type Schedule = (task: (...rest: unknown[]) => void, delay?: number, ...rest: unknown[]) => number

const timers = new Map<number, string>()

for (const kind of ['Timeout', 'Interval']) {
  const set = (Reflect.get(window, `set${kind}`) as Schedule).bind(window)
  const clear = (Reflect.get(window, `clear${kind}`) as (timer?: number) => void).bind(window)
  const schedule: Schedule = (task, delay, ...rest) => {
    const run = () => {
      if (kind === 'Timeout') timers.delete(timer)
      task(...rest)
    }
    const timer = set(run, delay)
    timers.set(timer, `${kind} ${delay}`)
    return timer
  }
  Reflect.set(window, `set${kind}`, schedule)
  Reflect.set(window, `clear${kind}`, (timer?: number) => {
    if (timer !== undefined) timers.delete(timer)
    clear(timer)
  })
}

/** Lists timers as `Timeout 500`. */
export const pendingTimers = () => [...timers.values()].sort()

interface Listening {
  name: string
  listener: unknown
  signal: AbortSignal | undefined
}

let listening: Listening[] = []

for (const [place, target] of Object.entries({ window, document })) {
  const add = target.addEventListener.bind(target) as EventTarget['addEventListener']
  const remove = target.removeEventListener.bind(target) as EventTarget['removeEventListener']
  Reflect.set(target, 'addEventListener', (...[type, listener, options]: Parameters<typeof add>) => {
    const signal = typeof options === 'object' ? options.signal : undefined
    listening.push({ name: `${place} ${type}`, listener, signal })
    add(type, listener, options)
  })
  Reflect.set(target, 'removeEventListener', (...[type, listener, options]: Parameters<typeof remove>) => {
    listening = listening.filter(one => one.name !== `${place} ${type}` || one.listener !== listener)
    remove(type, listener, options)
  })
}

/** Lists listeners on the window and the document as `window popstate`. */
export const listeners = () =>
  listening
    .filter(({ signal }) => !signal?.aborted)
    .map(({ name }) => name)
    .sort()

let written: string[] = []

for (const level of ['warn', 'error'] as const) {
  console[level] = (...parts: unknown[]) => void written.push(`${level}: ${parts.map(String).join(' ')}`)
}

/** Returns and clears the warnings and errors. A test that leaves any behind fails. */
export function takeConsole(): string[] {
  const lines = written
  written = []
  return lines
}
