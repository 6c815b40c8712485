import { randomUUID } from 'node:crypto'

/** The browser of a participant, which sends requests with that person's cookie. */
export type RevokeRaceParticipant = {
  send(path: string, body: unknown): Promise<Response>
  fetch(url: string): Promise<Response>
}
export type RevokeRace = {
  client: RevokeRaceParticipant
  therapist: RevokeRaceParticipant
  therapistId: string
  clientRecord: string
  entryId: string
  fileId: string
}

/**
 * The result of a race. `leaks`: requests that started after the response to the revoke and still returned the entry or its file. `before` and
 * `after`: numbers of requests that started before and after this response. `faults`: unexpected statuses.
 */
export type RevokeRaceResult = { leaks: string[]; before: number; after: number; faults: string[] }

const lanes = 4

/**
 * Runs one race: a client revokes a share while the therapist repeatedly reads the entry, the list of shared entries and the file. Requests that
 * start after the response to the revoke must not return the entry or the file; earlier requests may. The entry contains `word`. The revoke is sent
 * after `hold` responses.
 */
export async function runRevokeRace(race: RevokeRace, word: string, hold: number): Promise<RevokeRaceResult> {
  const { client, therapist, therapistId, clientRecord, entryId, fileId } = race
  const verdict: RevokeRaceResult = { leaks: [], before: 0, after: 0, faults: [] }
  const address = async () => {
    const answer = await therapist.send('file/address', { id: fileId, variant: 'whole' })
    return answer.ok ? ((await answer.json()) as { url: string }).url : null
  }
  const url = await address()
  if (!url) throw new Error('the file could not be read before')
  let acknowledged = false
  let heard = Promise.withResolvers<void>()
  let over = false
  const reads: [string, () => Promise<Response>, (body: string) => boolean][] = [
    ['journal/read', () => therapist.send('journal/read', { id: entryId }), (body) => body.includes(word)],
    [
      'journal/shared',
      () => therapist.send('journal/shared', { clientId: clientRecord, limit: 5 }),
      (body) => body.includes(entryId),
    ],
    [
      'file/address',
      () => therapist.send('file/address', { id: fileId, variant: 'whole' }),
      (body) => body.includes(fileId),
    ],
    ['the address', () => therapist.fetch(url), (body) => body.length > 0],
  ]

  async function lane(first: number) {
    for (let turn = first; !over; turn++) {
      const [name, ask, shows] = reads[turn % reads.length] as (typeof reads)[number]
      const late = acknowledged
      const answer = await ask()
      const body = answer.ok ? await answer.text() : (await answer.arrayBuffer(), '')
      if (answer.status >= 500) verdict.faults.push(`${name} ${answer.status}`)
      verdict[late ? 'after' : 'before']++
      if (late && answer.ok && shows(body)) verdict.leaks.push(name)
      heard.resolve()
      heard = Promise.withResolvers()
    }
  }
  const running = Array.from({ length: lanes }, (_, n) => lane(n))
  // Waits for `hold` responses. Races with different values of `hold` send the revoke at different points between the reads.
  while (verdict.before < hold) await heard.promise
  const revoked = await client.send('journal/revoke', { id: entryId, therapistId })
  acknowledged = true
  if (!revoked.ok) verdict.faults.push(`revoke ${revoked.status}`)
  await revoked.arrayBuffer()
  while (verdict.after < 3 * reads.length) await heard.promise
  over = true
  await Promise.all(running)
  return verdict
}

/** Shares the entry again for the next race. */
export async function shareEntryAgain({ client, entryId, therapistId }: RevokeRace): Promise<void> {
  const answer = await client.send('journal/share', { id: entryId, therapistIds: [therapistId], command: randomUUID() })
  if (!answer.ok) throw new Error(`the entry could not be shared again: ${answer.status}`)
}
