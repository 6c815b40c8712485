import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { Note, NoteText } from '@attune/contract/features/care/note/note'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { allowedSessionActions } from '@attune/contract/features/schedule/session/session.states'
import { failureResponse, mockServer, refusalResponse } from '../../../../testing/render-page.tsx'

const startsAt = '2026-11-12T10:00:00.000Z'
export const therapistOfParts = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
export const [anaId, benId] = ['0b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', '1c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'] as const

type Participant = Session['participants'][number]

const participant = (clientId: string, firstName: string, facts: Partial<Participant> = {}): Participant => ({
  clientId,
  personId: clientId,
  firstName,
  lastName: 'Moreau',
  avatarUrl: null,
  answer: 'accepted',
  attendance: 'attended',
  lateCancel: false,
  ...facts,
})

/** A completed session with Ana and Ben; `ben` changes the facts about Ben. */
export function coupleSession(id: string, ben: Partial<Participant> = {}): Session {
  const at = { status: 'completed', startsAt } as const
  return {
    id,
    ...at,
    endsAt: '2026-11-12T10:50:00.000Z',
    durationMinutes: 50,
    format: 'video',
    therapyType: 'couples',
    location: '',
    videoUrl: null,
    callInAttune: false,
    sequence: 0,
    revision: 0,
    bookedAt: startsAt,
    bookedAnyway: false,
    type: null,
    group: null,
    seriesId: null,
    change: null,
    therapist: { id: therapistOfParts, name: 'Nora Lindqvist', avatarUrl: null, zone: 'Europe/Berlin' },
    participants: [participant(anaId, 'Ana'), participant(benId, 'Ben', ben)],
    may: allowedSessionActions('therapist', at, new Date()),
  }
}

const emptyPart = (sessionId: string, clientId: string | null): Note => ({
  sessionId,
  clientId,
  text: '',
  content: null,
  version: 0,
  updatedAt: null,
  signedAt: null,
  addenda: [],
  assistance: null,
})

type Save = { sessionId: string; clientId?: string; text: NoteText; version: number }

/** Mocks a server with the note of a session with Ana and Ben. A test changes a part to simulate another device. */
export function mockParts(sessionId: string, changes: { clientId: string | null; change: Partial<Note> }[] = []) {
  const parts = [null, anaId, benId].map((clientId) => ({
    ...emptyPart(sessionId, clientId),
    ...changes.find((one) => one.clientId === clientId)?.change,
  }))
  const state = { saves: [] as [string | null, string][], gone: new Set<string | null>() }
  const partOf = (clientId: string | null = null) => parts.find((part) => part.clientId === clientId) as Note
  const now = '2026-11-19T09:44:00.000Z'
  const signedAt = '2026-11-19T11:08:00Z'
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: therapistOfParts, role: 'therapist', need: null } }),
    'note/parts': () => ({ sessionId, parts: parts.map((part) => ({ ...part })) }),
    'note/templates': () => ({ items: [] }),
    'note/save': ({ sessionId: saved, clientId = undefined, text: sent, version }: Save) => {
      // The autosave of an earlier test may still be sending its note.
      if (saved !== sessionId) return refusalResponse(404, 'NOT_FOUND')
      const part = partOf(clientId)
      if (state.gone.has(part.clientId)) return failureResponse()
      if (version !== part.version) {
        const { text, content } = part
        return refusalResponse(409, 'NOTE_CHANGED', { text, content, version: part.version })
      }
      const text = typeof sent === 'string' ? sent : plainTextOf(sent)
      state.saves.push([part.clientId, text])
      Object.assign(part, { text, content: typeof sent === 'string' ? null : sent })
      Object.assign(part, { version: version + 1, updatedAt: now })
      return { version: version + 1, updatedAt: now }
    },
    'note/signAll': () => {
      for (const part of parts) if (part.text) part.signedAt = signedAt
      return { sessionId, parts: parts.map((part) => ({ ...part })) }
    },
    'note/sign': ({ clientId }: { clientId?: string }) => ({ ...Object.assign(partOf(clientId), { signedAt }) }),
  })
  const inputOf = (path: string) => calls.find((call) => call.path === path)?.input
  return { state, partOf, calls, inputOf }
}
