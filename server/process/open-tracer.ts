import type { Config } from '../config/config.js'
import { PACKAGE_VERSION } from '../lib/package-version.js'
import type { SpanKind, Tracer } from '../lib/tracing.js'

/** Of a flush when the server ends. */
const EXPORT_TIMEOUT_MS = 3_000

/**
 * Loads OpenTelemetry only if OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK reads the other variables of the standard
 * itself: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export async function openTracer({ otlpEndpoint }: Pick<Config, 'otlpEndpoint'>): Promise<Tracer | null> {
  if (otlpEndpoint === null) return null
  const [api, core, { OTLPTraceExporter }, { detectResources, envDetector, resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base')
    ])
  const exporter = new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })
  const own = resourceFromAttributes({ 'service.name': 'drama', 'service.version': PACKAGE_VERSION })
  const provider = new sdk.BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)]
  })
  const tracer = provider.getTracer('drama')
  const kinds: Record<SpanKind, number> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL
  }
  return {
    startSpan: (name, { kind, parent, ...options }) => {
      const { ROOT_CONTEXT, trace } = api
      const remote = typeof parent === 'string' ? core.parseTraceParent(parent) : null
      const parentContext = remote === null ? parent : { ...remote, isRemote: true }
      const context =
        parentContext === null || typeof parentContext === 'string'
          ? ROOT_CONTEXT
          : 'traceId' in parentContext
            ? trace.setSpanContext(ROOT_CONTEXT, parentContext)
            : trace.setSpan(ROOT_CONTEXT, parentContext)
      return tracer.startSpan(name, { ...options, kind: kinds[kind] }, context)
    },
    // A collector that is away must not keep the server from ending.
    close: () => provider.shutdown().catch(() => undefined)
  }
}
