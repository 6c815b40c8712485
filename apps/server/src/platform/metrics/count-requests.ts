import type { FastifyInstance } from 'fastify'
import { type Metrics, otherRequests } from './metrics.ts'

/**
 * Counts each answered request. The label of the procedure is the name in the contract that belongs to the path, never a part of the path itself: an
 * address that someone made up must not become a label.
 */
export function countRequests(
  app: FastifyInstance,
  metrics: Metrics,
  nameOf: (path: string) => string | undefined,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const kind = isUnknown(path, request.routeOptions.url) ? otherRequests.unknown : otherRequests.other
    metrics.countRequest(nameOf(path) ?? kind, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}

/** Whether no route has this path. The route of all procedures, and that of all pages, also match paths that do not exist. */
const isUnknown = (path: string, route: string | undefined) =>
  route === undefined || (path.startsWith('/api/') && (!route.startsWith('/api/') || route.endsWith('*')))
