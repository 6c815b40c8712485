/** The highest number of requests whose trace ids are remembered. A request that is older has written its lines. */
const mostTraces = 10_000
const traces = new Map<string, string>()

/** Returns the trace id in a header `traceparent` (W3C Trace Context); null if the header is not valid. */
export function traceIdIn(traceparent: string | string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null
  // Later versions may have more fields after the flags. Version ff and ids of zeros are not valid.
  const [, version, id, parent] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/.exec(traceparent) ?? []
  if (!id || version === 'ff' || (version === '00' && traceparent.length !== 55)) return null
  return /^0+$/.test(id) || /^0+$/.test(parent ?? '') ? null : id
}

/** Remembers the trace id of a request for its lines in the log. */
export function rememberTrace(requestId: string, traceId: string): void {
  traces.set(requestId, traceId)
  const [oldest] = traces.keys()
  if (traces.size > mostTraces && oldest !== undefined) traces.delete(oldest)
}

/** Returns the trace id of a request; undefined if it has none. */
export const traceOf = (requestId: string | undefined): string | undefined =>
  requestId === undefined ? undefined : traces.get(requestId)
