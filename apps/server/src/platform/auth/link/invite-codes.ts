import type { TherapistId } from '@attune/contract/common/ids'
import { createHmac } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { AuthQuery } from '../pool.ts'
import { readableCode } from '../one-time-tokens.ts'

/** A therapist's reusable invite code. */
export type TherapistInviteCode = {
  code: string
  /** The time at which the code was created, in ISO 8601. */
  since: string
}

/**
 * Reusable invite codes of therapists. A code is derived from a key outside the database; the database stores only the HMAC of the code.
 */
export type TherapistInviteCodes = {
  /** Returns a therapist's code. The first call creates the code. */
  codeOf(therapistId: TherapistId): Promise<TherapistInviteCode>
  /** Replaces the code and returns the new one. Repeating the command returns the same code. */
  rotate(therapistId: TherapistId, command: string): Promise<TherapistInviteCode>
  /** Returns the hash of a therapist's current code, which proves to the database that the code was entered; null for any other code. */
  hashOfCurrent(code: string): Promise<Buffer | null>
}

type Row = { generation: number; since: Date; command: string | null }

/** The number of generations to try. A generation is skipped if another therapist has the same code (probability about 1 in 31^8). */
const attempts = 3

export function openTherapistInviteCodes(query: AuthQuery, clock: Clock, linkKey: string): TherapistInviteCodes {
  const secrets = codeSecrets(linkKey)
  const make = (therapistId: TherapistId, command: string | null) =>
    saveCode({ query, secrets, clock }, therapistId, command)

  async function read(therapistId: TherapistId): Promise<TherapistInviteCode> {
    const row = await readCodeRow(query, therapistId)
    if (!row) throw new Error('a standing code that was made is gone')
    return { code: secrets.textOf(therapistId, row.generation), since: row.since.toISOString() }
  }

  return {
    async codeOf(therapistId) {
      await make(therapistId, null)
      return read(therapistId)
    },
    async rotate(therapistId, command) {
      await make(therapistId, command)
      return read(therapistId)
    },
    async hashOfCurrent(code) {
      const rows = await query<{ code_hash: Buffer }>(
        'select code_hash from auth.standing_code where code_hash = $1',
        [secrets.hashOf(code)],
        'standing-code',
      )
      return rows[0]?.code_hash ?? null
    },
  }
}

/** Returns functions that derive invite codes and their hashes from the key for links. */
function codeSecrets(linkKey: string) {
  const derive = (...parts: string[]) => createHmac('sha256', linkKey).update(parts.join(':')).digest()
  const textOf = (therapistId: TherapistId, generation: number) =>
    readableCode((block) => derive('standing', therapistId, String(generation), String(block)))
  const hashOf = (code: string) => derive('standing-hash', code)
  return { textOf, hashOf }
}
type CodeSecrets = ReturnType<typeof codeSecrets>

async function readCodeRow(query: AuthQuery, therapistId: TherapistId): Promise<Row | undefined> {
  const rows = await query<Row>('select generation, since, command from auth.standing_code where therapist_id = $1', [
    therapistId,
  ])
  return rows[0]
}

/** Creates the code of a therapist, or replaces the code if the command is new. */
async function saveCode(
  { query, secrets: { textOf, hashOf }, clock }: { query: AuthQuery; secrets: CodeSecrets; clock: Clock },
  therapistId: TherapistId,
  command: string | null,
): Promise<void> {
  const before = await readCodeRow(query, therapistId)
  if (before && (command === null || before.command === command)) return
  for (let step = 1; step <= attempts; step++) {
    const generation = (before?.generation ?? 0) + step
    try {
      // If two calls run in parallel, the second one finds a newer generation and changes nothing.
      await query(
        `insert into auth.standing_code as s (therapist_id, code_hash, generation, since, command) values ($1, $2, $3, $4, $5)
         on conflict (therapist_id) do update set code_hash = excluded.code_hash, generation = excluded.generation,
           since = excluded.since, command = excluded.command where s.generation = $6`,
        [
          therapistId,
          hashOf(textOf(therapistId, generation)),
          generation,
          clock.now(),
          command,
          before?.generation ?? 0,
        ],
      )
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '23505' || step === attempts) throw error
    }
  }
}
