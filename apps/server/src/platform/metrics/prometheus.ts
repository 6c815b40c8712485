import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { MailState } from '../mail/outbox.ts'
import type { Metrics } from './metrics.ts'
import { type MetricSources, watchSources } from './sources.ts'

/** The metrics in the format of Prometheus. */
export type Prometheus = Metrics & {
  /** Adds the figures that are read at each scrape. */
  watch(sources: MetricSources): void
  /** Returns all figures as text. Scrapes at the same time share one reading. */
  text(): Promise<string>
  contentType: string
}

/** The counters of emails: one for each outcome of an attempt. */
const emailCounters = {
  sent: ['attune_emails_sent_total', 'Emails that the mail server accepted'],
  failed: ['attune_emails_failed_total', 'Emails that were given up'],
  waiting: ['attune_emails_retried_total', 'Attempts that failed and are repeated'],
  dropped: ['attune_emails_dropped_total', 'Emails that became outdated before they were sent'],
  'not-configured': [
    'attune_emails_without_server_total',
    'Emails that were not sent because no mail server is set up',
  ],
} as const satisfies Record<MailState, readonly [name: string, help: string]>

/** Creates the metrics with a registry of their own, so that several servers in one process do not share figures. */
export function openPrometheus(): Prometheus {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'attune_requests_total',
    help: 'Requests by procedure and class of their status',
    labelNames: ['procedure', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'attune_request_duration_seconds',
    help: 'Duration of all requests',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const delays = new Histogram({
    name: 'attune_change_feed_delay_seconds',
    help: 'Time from the beginning of a transaction until open pages are told about its changes',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const emails = openEmailCounters(registry)
  let reading: Promise<string> | null = null

  return {
    countRequest(procedure, status, seconds) {
      requests.inc({ procedure, status: `${Math.floor(status / 100)}xx` })
      durations.observe(seconds)
    },
    countEmail: (outcome) => emails[outcome].inc(),
    observeFeedDelay: (seconds) => delays.observe(Math.max(0, seconds)),
    watch: (sources) => watchSources(registry, sources),
    text: () => (reading ??= registry.metrics().finally(() => (reading = null))),
    contentType: registry.contentType,
  }
}

function openEmailCounters(registry: Registry): Record<MailState, Counter> {
  const counterOf = (outcome: MailState) => {
    const [name, help] = emailCounters[outcome]
    return new Counter({ name, help, registers: [registry] })
  }
  return {
    sent: counterOf('sent'),
    failed: counterOf('failed'),
    waiting: counterOf('waiting'),
    dropped: counterOf('dropped'),
    'not-configured': counterOf('not-configured'),
  }
}
