import { Gauge, Histogram, type Registry } from 'prom-client'

export interface FinishedRequest {
  method: string
  /** As it was registered, such as `/covers/:drama/:picture`. */
  route: string
  status: number
  seconds: number
}

export interface RequestMetrics {
  begin(): void
  end(request: FinishedRequest): void
}

/** Of requests that no route takes, whatever their path. */
export const UNKNOWN_ROUTE = 'unknown'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

type Observer = Pick<ReturnType<Histogram['labels']>, 'observe'>

export function createRequestMetrics(registry: Registry): RequestMetrics {
  let inFlight = 0
  const durations = new Histogram({
    name: 'drama_http_request_duration_seconds',
    help: 'Time until a response was ready to be sent.',
    labelNames: ['method', 'route', 'status_class'] as const,
    buckets: BUCKETS_S,
    registers: [registry]
  })
  new Gauge({
    name: 'drama_http_requests_in_flight',
    help: 'Requests without a response yet.',
    registers: [registry],
    collect() {
      this.set(inFlight)
    }
  })
  // By route, method and first digit of the status, because finding the series costs more than observing.
  const observers = new Map<string, Map<string, Observer[]>>()

  function findObserver(route: string, method: string, statusDigit: number): Observer {
    const ofMethod = getOrAdd(getOrAdd(observers, route, createMap), method, createArray)
    const known = ofMethod[statusDigit]
    if (known !== undefined) return known
    const observer = durations.labels(method, route, `${statusDigit}xx`)
    ofMethod[statusDigit] = observer
    return observer
  }

  return {
    begin: () => {
      inFlight++
    },
    end: ({ method, route, status, seconds }) => {
      inFlight--
      findObserver(route, METHODS.has(method) ? method : 'other', Math.trunc(status / 100)).observe(seconds)
    }
  }
}

const createMap = () => new Map<string, Observer[]>()
const createArray = (): Observer[] => []

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const added = create()
  map.set(key, added)
  return added
}
