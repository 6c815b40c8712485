import { setImmediate } from 'node:timers/promises'

/** The number of entries in a batch. */
const batch = 500

/** Yields the entries in batches. Pauses between the batches, so that Attune's server can answer other requests. */
export async function* inTurns<Entry>(entries: readonly Entry[]): AsyncGenerator<Entry[]> {
  for (let at = 0; at < entries.length; at += batch) {
    if (at > 0) await setImmediate()
    yield entries.slice(at, at + batch)
  }
}

/** Calls `step` for every entry, in batches. */
export async function inBatches<Entry>(entries: readonly Entry[], step: (entry: Entry) => void): Promise<void> {
  for await (const some of inTurns(entries)) for (const entry of some) step(entry)
}

/** Writes an object as JSON in parts, each with a batch of its entries. */
export async function* jsonInBatches<Answer extends { entries: readonly unknown[] }>(
  answer: Answer,
): AsyncGenerator<string> {
  const { entries, ...rest } = answer
  const start = `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"entries":[`
  let before = start
  for await (const some of inTurns(entries)) {
    yield before + JSON.stringify(some).slice(1, -1)
    before = ','
  }
  yield entries.length > 0 ? ']}' : `${start}]}`
}
