import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { EndedCall, TelemetryListener } from './telemetry.ts'

/** Sends traces to an OpenTelemetry collector. */
export interface Traces extends AsyncDisposable {
  listen: TelemetryListener
}

const EXPORT_LIMIT_MS = 3_000

/**
 * Creates a span for each ended call and job, with a child span for each phase. Spans are exported in batches in the
 * background. When the collector does not answer, spans are lost, and calls are not affected. Only this file loads
 * OpenTelemetry's SDK, and it is loaded only when traces are enabled.
 * @param endpoint address of the collector for OTLP over HTTP, without `/v1/traces`.
 */
export function createTraces(options: { endpoint: string; version: string; role: string }): Traces {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'platen',
      'service.version': options.version,
      'platen.role': options.role,
    }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({
          url: `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
          timeoutMillis: EXPORT_LIMIT_MS,
        }),
        { exportTimeoutMillis: EXPORT_LIMIT_MS },
      ),
    ],
  })
  const tracer = provider.getTracer('platen', options.version)

  return {
    listen(event) {
      if (event.kind !== 'call-ended') return
      const { call } = event
      const root = tracer.startSpan(
        call.name,
        {
          kind: call.kind === 'call' ? SpanKind.SERVER : SpanKind.CONSUMER,
          startTime: call.startedAt,
          attributes: attributesOf(call),
        },
        ROOT_CONTEXT,
      )
      const inRoot = trace.setSpan(ROOT_CONTEXT, root)
      for (const { phase, startedAt, ms, failed } of call.phases) {
        const span = tracer.startSpan(phase, { startTime: startedAt }, inRoot)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end(startedAt + ms)
      }
      if (call.isFault) root.setStatus({ code: SpanStatusCode.ERROR })
      root.end(call.startedAt + call.ms)
    },
    async [Symbol.asyncDispose]() {
      // Spans that cannot be delivered are lost. That must not prevent the end of the process.
      await provider.shutdown().catch(() => {})
    },
  }
}

function attributesOf(call: EndedCall): Attributes {
  if (call.kind === 'job') return { 'platen.outcome': call.outcome }
  const [method = '', route = ''] = call.name.split(' ', 2)
  return {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': Number(call.outcome),
  }
}
