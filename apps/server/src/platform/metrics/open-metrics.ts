import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'
import { type Metrics, noMetrics } from './metrics.ts'
import type { MetricSources } from './sources.ts'

/** The metrics of a server, and the address at which they can be fetched. */
export type MetricsService = {
  metrics: Metrics
  /** Serves the metrics, with the figures of `sources`. Returns the port; null if the metrics are off. */
  serve(sources: MetricSources): Promise<number | null>
  close(): Promise<void>
}

/** Opens the metrics if the configuration has an address for them. Loads their library only then, because it takes memory. */
export async function openMetrics({ metricsListen }: Pick<Config, 'metricsListen'>, log: Log): Promise<MetricsService> {
  if (!metricsListen) return { metrics: noMetrics, serve: async () => null, async close() {} }
  const { openPrometheus } = await import('./prometheus.ts')
  const prometheus = openPrometheus()
  let server: MetricsServer | null = null
  return {
    metrics: prometheus,
    async serve(sources) {
      prometheus.watch(sources)
      server = await serveMetrics(metricsListen, prometheus, log)
      return server.port
    },
    close: async () => server?.close(),
  }
}
